/** Reads `/health`, `/ready` or `/version`; rejects if the status is not 2xx. */
export async function readPlain(path: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(path, { headers: { accept: 'text/plain' }, cache: 'no-store', ...(signal && { signal }) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.text()).trim()
}

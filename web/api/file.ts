import { CallFailure, refused } from './call.ts'

/** How long a file may take, in ms; a poster takes about a second. */
const FILE_MS = 60_000

export type ReadFile = (path: string, query: Readonly<Record<string, string>>) => Promise<File>

/** Reads files (a PDF, for example) with the server's names, as `caller` does for JSON. Rejects with a `CallFailure`. */
export function fileReader(bearer: () => string | null): ReadFile {
  return async (path, query) => {
    const token = bearer()
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), FILE_MS)
    try {
      const response = await fetch(`${path}?${new URLSearchParams(query)}`, {
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: patience.signal,
      })
      if (!response.ok) throw refused(response, await response.json().catch(() => null), {})
      const read = await response.blob()
      return new File([read], nameIn(response.headers.get('content-disposition') ?? ''), { type: read.type })
    } catch (error) {
      if (error instanceof CallFailure) throw error
      if (patience.signal.aborted) {
        throw new CallFailure({ code: 'timeout', message: 'The server did not answer in time.', offline: true })
      }
      throw new CallFailure({ code: 'offline', message: 'There is no connection.', offline: true })
    } finally {
      clearTimeout(timer)
    }
  }
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? '') : decodeURIComponent(encoded)
}

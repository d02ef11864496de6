import { connect, createServer, type Socket } from 'node:net'

/** A line to a mail server. It accepts connections; while it is silent, it sends nothing on them. */
export interface SilentMail {
  url: string
  /** A connection that was opened during a silence stays silent for ever. */
  silent: boolean
  close(): Promise<void>
}

/** The line is silent at first. */
export async function silentMailBefore(url: string): Promise<SilentMail> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.on('close', () => open.delete(client))
    if (line.silent) return
    const far = connect(Number(port), hostname)
    open.add(far)
    far.on('error', () => client.destroy())
    far.on('close', () => open.delete(far))
    client.pipe(far).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the line does not listen on a port')
  const line: SilentMail = {
    url: `smtp://127.0.0.1:${at.port}`,
    silent: true,
    async close() {
      for (const end of open) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line
}

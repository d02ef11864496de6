import { connect, createServer, type Socket } from 'node:net'

export interface SlowLine {
  url: string
  /** From now on each answer comes `ms` milliseconds later; the order stays. */
  delay(ms: number): void
  close(): Promise<void>
}

export async function slowLineTo(url: string): Promise<SlowLine> {
  const line = new URL(url)
  const { hostname, port } = line
  let late = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const far = connect(Number(port), hostname)
    // Answers leave one after the other, so that an answer with a shorter delay cannot overtake an earlier one.
    let before = Promise.resolve()
    far.on('data', (data) => {
      const due = performance.now() + late
      before = before.then(async () => {
        const wait = due - performance.now()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        if (!client.destroyed) client.write(data)
      })
    })
    client.on('data', (data) => far.write(data))
    for (const [end, other] of [
      [client, far],
      [far, client],
    ] as const) {
      open.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the line does not listen on a port')
  line.port = String(at.port)
  return {
    url: line.href,
    delay(ms) {
      late = ms
    },
    async close() {
      for (const end of open) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

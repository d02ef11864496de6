import type { Server, ServerResponse } from 'node:http'

/** Counts what a server has begun to answer; `settled` resolves once nothing is under way. Call it before anything else listens for requests. */
export function requestsUnderWay(server: Server): { settled(): Promise<void> } {
  const underWay = new Set<ServerResponse>()
  const waiting: (() => void)[] = []
  server.on('request', (_request, response) => {
    underWay.add(response)
    // Comes after the last byte, and also where the client went away.
    response.on('close', () => {
      underWay.delete(response)
      if (underWay.size === 0) for (const go of waiting.splice(0)) go()
    })
  })
  return {
    settled: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

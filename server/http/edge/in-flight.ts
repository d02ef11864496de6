import type { Server, ServerResponse } from 'node:http'

/** `settled` resolves when no request is in flight. Call it before any other code listens for requests. */
export function requestsInFlight(server: Server): { settled(): Promise<void> } {
  const inFlight = new Set<ServerResponse>()
  const waiting: (() => void)[] = []
  server.on('request', (_request, response) => {
    inFlight.add(response)
    // `close` fires after the last byte, and also when the client disconnects.
    response.on('close', () => {
      inFlight.delete(response)
      if (inFlight.size === 0) for (const go of waiting.splice(0)) go()
    })
  })
  return {
    settled: () => (inFlight.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

import type { App } from './app.ts'

/**
 * How many connections may wait to be accepted; the system caps it (4096 on Linux). With Node's default of 511, a rush of a thousand phones
 * gets some connections reset while the process is busy.
 */
const BACKLOG = 4096

/** Begins to take connections. */
export const listen = (app: App, { port, host }: { port: number; host: string }): Promise<string> =>
  app.listen({ port, host, backlog: BACKLOG })

import type { Database } from './open.ts'

/** What only one process at a time may do to a database. */
type Turn = 'migrate' | 'first-data'

/**
 * Resolves to a function that ends the turn. Kysely's own migration lock waits inside a query, so it would run into the statement timeout
 * while another node migrates. `waits` is called if the turn is not free at once.
 */
export async function waitForTurn(
  database: Pick<Database, 'seekLock'>,
  what: Turn,
  waits: () => void = () => {},
): Promise<() => Promise<void>> {
  const turn = Promise.withResolvers<void>()
  let ourTurn = false
  const release = await database.seekLock(what, (ours) => {
    if (!ours) return
    ourTurn = true
    turn.resolve()
  })
  if (!ourTurn) waits()
  await turn.promise
  return release
}

import type { Database } from './open.ts'

/** What one process at a time does to a database. */
type Turn = 'migrate' | 'first-data'

/**
 * Waits until nobody else does this to the database, and keeps others from it; resolves to the way to let them. Kysely's own lock of
 * migrations waits inside a query and would run into the statement timeout while another node migrates. `waits` is called where it is not
 * our turn at once.
 */
export async function waitForTurn(
  database: Pick<Database, 'standFor'>,
  what: Turn,
  waits: () => void = () => {},
): Promise<() => Promise<void>> {
  const turn = Promise.withResolvers<void>()
  let ourTurn = false
  const release = await database.standFor(what, (ours) => {
    if (!ours) return
    ourTurn = true
    turn.resolve()
  })
  if (!ourTurn) waits()
  await turn.promise
  return release
}

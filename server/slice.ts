import type { Deps } from './deps.ts'
import type { App } from './http/app.ts'
import type { DepsOf } from './http/edge/deps-of.ts'
import type { InUse } from './media/in-use.ts'
import type { Listener } from './outbox/event.ts'
import type { Worker } from './workers.ts'

/** Registers calls. `depsOf` gives a call of staff or owners the database behind the wall of their malls; `deps` sees all rows. */
export type Routes = (app: App, depsOf: DepsOf, deps: Deps) => void

/**
 * What a slice adds to the running product. Each slice exports one such value from its `slice.ts`, and `wiring.ts` lists them. So a new
 * route, listener or worker changes only its own slice.
 */
export interface Slice {
  routes?: readonly Routes[]
  /** Record what events cause, in the transaction of the relay. */
  listeners?: (deps: Deps) => readonly Listener[]
  /** Work that must be finished before other work comes first. */
  workers?: (deps: Deps) => readonly Worker[]
  /** Deletes the rows that no one needs any more; called every hour on every node. */
  forget?: (deps: Deps) => Promise<unknown>
  /** Returns those of these pictures and sounds that the slice shows or plays. All others are deleted. */
  mediaInUse?: InUse
}

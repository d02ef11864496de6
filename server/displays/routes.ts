import { readDisplay as wire } from '../../contract/displays.wire.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import { readDisplay } from './service.ts'

/** Reading a shop's banner; anyone may. */
export function displayRoutes(app: App, deps: Deps): void {
  app.get('/api/display/:id', { schema: { params: wire.params, response: answers(wire.answer) } }, ({ params }) => readDisplay(deps.db, params.id))
}

import { changeSettings, countEndingBookings, readSettings as readCall } from '#contract/office/settings-calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { readEndingBookings, readSettings, saveSettings } from './settings.ts'

const ok = { success: true as const }

/** The settings of a shop, which include its counters. */
export function settingsRoutes(app: App, depsOf: DepsOf): void {
  serve(app, readCall, async (request) => ({
    ...ok,
    ...(await readSettings(depsOf(request), accountOf(request), request.params.id)),
  }))
  serve(app, changeSettings, async (request) => ({
    ...ok,
    ...(await saveSettings(depsOf(request), accountOf(request), request.params.id, request.body)),
  }))
  serve(app, countEndingBookings, async (request) => ({
    ...ok,
    count: await readEndingBookings(depsOf(request), accountOf(request), request.params.id, request.body),
  }))
}

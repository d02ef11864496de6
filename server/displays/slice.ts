import * as calls from '#contract/displays/calls.ts'
import { PICTURE_BODY_LIMIT } from '#contract/media/media.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import type { Slice } from '#server/slice.ts'
import { changeDisplay, displayFilesInUse, readDisplay, saveDisplay } from './service.ts'

function displayRoutes(app: App, depsOf: DepsOf): void {
  const pictures = { bodyLimit: PICTURE_BODY_LIMIT }
  serve(app, calls.readDisplay, (request) => readDisplay(depsOf(request).db, request.params.id))
  serve(
    app,
    calls.saveDisplay,
    (request) => saveDisplay(depsOf(request), accountOf(request), request.body.shopId, request.body.change),
    pictures,
  )
  serve(
    app,
    calls.changeDisplay,
    (request) => changeDisplay(depsOf(request), accountOf(request), request.params.id, request.body.named, request.body.change),
    pictures,
  )
}

export const displays: Slice = { routes: [displayRoutes], mediaInUse: displayFilesInUse }

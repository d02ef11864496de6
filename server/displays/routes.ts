import { changeDisplay as changeCall, readDisplay as readCall, saveDisplay as saveCall } from '../../contract/displays.wire.ts'
import { PICTURE_BODY_LIMIT } from '../../contract/picture-limits.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf } from '../http/policy.ts'
import { changeDisplay, readDisplay, saveDisplay } from './service.ts'

/** A shop's banner: anyone may read it, who works there may change it. */
export function displayRoutes(app: App, depsOf: DepsOf): void {
  app.get('/api/display/:id', { schema: { params: readCall.params, response: answers(readCall.answer) } }, (request) =>
    readDisplay(depsOf(request).db, request.params.id),
  )
  app.post(
    '/api/display',
    { bodyLimit: PICTURE_BODY_LIMIT, schema: { body: saveCall.body, response: answers(saveCall.answer) } },
    (request) => saveDisplay(depsOf(request), accountOf(request), request.body.shopId, request.body.change),
  )
  app.put(
    '/api/display/:id',
    { bodyLimit: PICTURE_BODY_LIMIT, schema: { params: changeCall.params, body: changeCall.body, response: answers(changeCall.answer) } },
    (request) => changeDisplay(depsOf(request), accountOf(request), request.params.id, request.body.named, request.body.change),
  )
}

import * as calls from '#contract/staff/calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import {
  addMember,
  disableMember,
  enableMember,
  listStaff,
  removeMembersSecondFactor,
  renameMember,
  resetMember,
  type StaffOutcome,
} from './service.ts'

export function staffRoutes(app: App, depsOf: DepsOf): void {
  serve(app, calls.listStaff, (request) => listStaff(depsOf(request), accountOf(request), request.query.shopId))
  serve(app, calls.addStaff, async (request) => {
    const { shopId, ...who } = request.body
    const { member, firstPassword = '' } = await addMember(depsOf(request), accountOf(request), shopId, who)
    return { member, firstPassword }
  })
  serve(app, calls.renameStaff, async (request) => {
    const { shopId, name } = request.body
    return renameMember(depsOf(request), accountOf(request), shopId, request.params.id, name)
  })
  const stories = [
    [calls.disableStaff, disableMember],
    [calls.enableStaff, enableMember],
    [calls.resetStaff, resetMember],
    [calls.removeStaffSecondFactor, removeMembersSecondFactor],
  ] as const
  for (const [call, story] of stories)
    serve(app, call, (request): Promise<StaffOutcome> => story(depsOf(request), accountOf(request), request.body.shopId, request.params.id))
}

import { addStaff, listStaff as listCall, staffAction } from '../../contract/accounts.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf } from '../http/policy.ts'
import { addMember, disableMember, enableMember, listStaff, resetMember, type StaffOutcome } from './staff.ts'

const ok = { success: true as const }

/** The staff accounts of a shop, for who manages it. */
export function staffRoutes(app: App, depsOf: DepsOf): void {
  app.get('/api/staff', { schema: { querystring: listCall.query, response: answers(listCall.answer) } }, async (request) => ({
    ...ok,
    staff: await listStaff(depsOf(request), accountOf(request), request.query.shopId),
  }))
  app.post('/api/staff', { schema: { body: addStaff.body, response: answers(addStaff.answer, 201) } }, async (request, reply) => {
    const { shopId, ...who } = request.body
    const { member, firstPassword = '' } = await addMember(depsOf(request), accountOf(request), shopId, who)
    return reply.code(201).send({ ...ok, member, firstPassword })
  })
  const action = { params: staffAction.params, body: staffAction.body, response: answers(staffAction.answer) }
  const stories = { disable: disableMember, enable: enableMember, reset: resetMember } as const
  for (const [name, story] of Object.entries(stories)) {
    app.post(
      `/api/staff/:id/${name}`,
      { schema: action },
      async (request): Promise<{ success: true } & StaffOutcome> => ({
        ...ok,
        ...(await story(depsOf(request), accountOf(request), request.body.shopId, request.params.id)),
      }),
    )
  }
}

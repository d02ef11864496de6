import { signUp as wire } from '../../contract/accounts.wire.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import { signUp } from './sign-up.ts'

/** POST /api/auth/signup: it stands here because an owner is born with a mall. */
export function signUpRoutes(app: App, deps: Deps): void {
  app.post('/api/auth/signup', { schema: { body: wire.body, response: answers(wire.answer, 201) } }, async ({ body }, reply) => {
    const shopId = await signUp(deps, body)
    return reply.code(201).send({ success: true as const, message: 'Signup successful, please login.', shopId })
  })
}

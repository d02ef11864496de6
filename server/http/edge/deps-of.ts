import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'
import type { SessionCaller } from '#server/caller.ts'
import { type Deps, within } from '#server/deps.ts'

/** Returns the deps for the stories of a call. `as` is the caller to use if both credentials were sent and each is tried alone. */
export type DepsOf = (request: FastifyRequest, as?: SessionCaller) => Deps

/**
 * Gives the calls of staff and owners the database behind the wall of their malls; a route cannot get it in another way. Open calls, which
 * return public data, see all rows, and so do shoppers and super administrators, who are not tenants. So does a call about the caller's own
 * account: no tenant may read the password and the sessions.
 */
export const depsOfCaller =
  (deps: Deps): DepsOf =>
  ({ caller, routeOptions: { config } }, as = caller) =>
    config.call?.by === 'none' || config.call?.own ? deps : within(deps, as.account?.tenant ?? null)

/**
 * If both credentials were sent, the shopper's is tried first and alone, outside the wall: the shopper's ticket may be in any mall. If the
 * thing is not the shopper's, the account is tried alone, behind its wall. So no caller combines the rights of one credential with the view
 * of the other. A story refuses before it changes anything, and its transaction is rolled back.
 */
export async function asEither<T>(
  depsOf: DepsOf,
  request: FastifyRequest,
  story: (deps: Deps, who: SessionCaller) => Promise<T>,
): Promise<T> {
  const { account, shopper } = request.caller
  const alone = (who: SessionCaller) => story(depsOf(request, who), who)
  if (account === null || shopper === null) return alone(request.caller)
  try {
    return await alone({ account: null, shopper })
  } catch (refusal) {
    if (!(refusal instanceof Refusal && isForeign(refusal))) throw refusal
    return alone({ account, shopper: null }).catch((second: unknown) => {
      // A 401 for the wrong kind of credential says less than the refusal that the shopper's credential got.
      throw second instanceof Refusal && second.status === 401 ? refusal : second
    })
  }
}

/** The thing is not the caller's, or not for this kind of caller. */
const isForeign = ({ status }: Refusal): boolean => status === 401 || status === 403 || status === 404

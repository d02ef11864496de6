import type { FastifyRequest } from 'fastify'
import { type Deps, within } from '../deps.ts'

/** What the stories of a call get. */
export type DepsOf<D extends Deps = Deps> = (request: FastifyRequest) => D

/**
 * Gives the calls of staff and owners the database behind the wall of their malls; a route has no other way to it. Open calls answer what
 * anyone may know, shoppers and super administrators are no tenants. A shopper's cookie beside the bearer counts first: the shopper's own
 * ticket may stand in any mall.
 */
export const depsOfCaller =
  <D extends Deps>(deps: D): DepsOf<D> =>
  ({ caller, routeOptions }) =>
    routeOptions.config.policy?.by === 'none' || caller.shopper ? deps : within(deps, caller.account?.tenant ?? null)

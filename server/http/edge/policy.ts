import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'
import type { Call } from '#contract/call.ts'
import { callsByName, isCallName } from '#contract/calls.ts'
import type { AccountCaller, SessionCaller, Shopper } from '#server/caller.ts'
import { bearerOf, SHOPPER_COOKIE } from './credentials.ts'
import { limitsByClass, tellLimits } from './rate-limit.ts'

export interface CallerLookup {
  account(bearer: string, address: string): Promise<AccountCaller | null>
  shopper(cookie: string): Promise<Shopper | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: SessionCaller
  }
  interface FastifyContextConfig {
    /** The call that a route serves; absent for a page. */
    call?: Call
  }
}

/**
 * Enforces the policy of every `/api` call before the body is read: 401, then role 403. A route that is not a known call stops the server
 * from starting. The tenant is checked by the service that reads the row.
 */
export function enforcePolicies(
  app: FastifyInstance,
  lookup: CallerLookup,
  options: { demo: boolean; ownOrigins: ReadonlySet<string> },
): void {
  app.decorateRequest('caller')
  const limits = limitsByClass(app, { demo: options.demo, purpose: 'calls' })

  const check = async (request: FastifyRequest) => {
    const { call } = request.routeOptions.config
    if (!call) return
    const isElsewhere = call.from === 'elsewhere'
    const bearer = isElsewhere ? null : bearerOf(request)
    const cookie = isElsewhere ? undefined : request.cookies[SHOPPER_COOKIE]
    request.caller = {
      account: bearer !== null && call.by !== 'shopper' ? await lookup.account(bearer, request.ip) : null,
      shopper: cookie !== undefined && call.by !== 'account' ? await lookup.shopper(cookie) : null,
    }
    const { account, shopper } = request.caller
    await tellLimits(request, { account: account !== null, shopper: shopper !== null })
    refuseStrangers(request, call)
    if (request.caller.shopper && request.method !== 'GET') refuseForeignOrigin(request, options)
  }

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api')) return
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    for (const method of methods) {
      const name = `${method} ${route.url}`
      if (!isCallName(name)) throw new Error(`the route ${name} has no policy: it is not in contract/calls.ts`)
      const call = callsByName[name]
      route.config = { ...route.config, call }
      // The rate limit is a hook of the route, and must come before our check.
      const before = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest]
      route.onRequest = [...before, limits[call.limit], check]
    }
  })
}

function refuseStrangers(request: FastifyRequest, { by, roles }: Call): void {
  const { account, shopper } = request.caller
  if (by === 'none') return
  if (by === 'shopper' && !shopper) throw new Refusal('not_verified')
  if (by === 'account' && !account) throw new Refusal('not_signed_in')
  if (by === 'either' && !account && !shopper) throw new Refusal('not_signed_in')
  if (account && roles && !roles.includes(account.account.role)) throw new Refusal('forbidden')
}

/**
 * Browsers also send the cookie with requests that other sites start, so a writing request with it must come from our own page. They send
 * `Origin` with each POST. A program that sends neither `Origin` nor `Sec-Fetch-Site` can only carry its own cookie.
 */
function refuseForeignOrigin(request: FastifyRequest, { demo, ownOrigins }: { demo: boolean; ownOrigins: ReadonlySet<string> }): void {
  const origin = request.headers.origin
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site']
    if (site === undefined || site === 'same-origin') return
    throw new Refusal('wrong_origin')
  }
  if (ownOrigins.has(origin)) return
  // A demo may be reached by localhost, by its address or by the machine's name.
  if (demo && origin === `${request.protocol}://${request.host}`) return
  throw new Refusal('wrong_origin')
}

/** For a call whose policy requires an account. */
export function accountOf(request: FastifyRequest): AccountCaller {
  if (!request.caller.account) throw new Refusal('not_signed_in')
  return request.caller.account
}

/** For a call whose policy requires a shopper. */
export function shopperOf(request: FastifyRequest): Shopper {
  if (!request.caller.shopper) throw new Refusal('not_verified')
  return request.caller.shopper
}

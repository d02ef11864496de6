import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { agentOf } from '#server/accounts/user-agent.ts'
import { addressKey } from '#server/kit/address-key.ts'
import { DEVICE_COOKIE, setOwnCookie } from './credentials.ts'
import { localeOf } from './locale.ts'

/** An owner lands at the first mall, staff at the first shop, a super administrator at neither. */
export function landing({ account, mallIds, shopIds }: SignedIn) {
  const own = account.role === 'owner' ? mallIds : shopIds
  return { user: account, shopId: own[0] ?? null, shopIds: own }
}

export const visitorOf = (request: FastifyRequest) => ({
  address: addressKey(request.ip),
  device: request.cookies[DEVICE_COOKIE] ?? null,
  agent: agentOf(request.headers['user-agent']),
  locale: localeOf(request),
})

export const keepDevice = (reply: FastifyReply, device: string, { secure, maxAge }: { secure: boolean; maxAge: number }) =>
  setOwnCookie(reply, DEVICE_COOKIE, device, { secure, maxAge })

interface Entered {
  token: string
  device: string
}

export function signInAnswer(reply: FastifyReply, { token, device }: Entered, who: SignedIn, cookie: { secure: boolean; maxAge: number }) {
  keepDevice(reply, device, cookie)
  return { token, ...landing(who) }
}

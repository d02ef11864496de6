import * as calls from '#contract/verification/calls.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/http/app.ts'
import { SHOPPER_COOKIE, setOwnCookie } from '#server/http/edge/credentials.ts'
import { localeOf } from '#server/http/edge/locale.ts'
import { serve } from '#server/http/serve.ts'
import { addressKey } from '#server/kit/address-key.ts'
import { forgetShopper, sendCode, verifyCode } from './service.ts'

export function verificationRoutes(app: App, deps: Deps): void {
  const secure = deps.config.publicUrl.protocol === 'https:'
  serve(app, calls.sendOtp, async (request) => {
    const { shopid, ...asked } = request.body
    const address = addressKey(request.ip)
    const sent = await sendCode(deps, { ...asked, shopId: shopid ?? null, address, locale: localeOf(request) })
    return { phone: asked.mobile, ...sent }
  })
  serve(app, calls.verifyOtp, async (request, reply) => {
    const { mobile, otp } = request.body
    const from = { address: addressKey(request.ip), earlier: request.cookies[SHOPPER_COOKIE] ?? null }
    const { secret, maxAgeSeconds } = await verifyCode(deps, mobile, otp, from)
    setOwnCookie(reply, SHOPPER_COOKIE, secret, { secure, maxAge: maxAgeSeconds })
    return { phone: mobile }
  })
  serve(app, calls.forgetShopper, async (request, reply) => {
    await forgetShopper(deps, request.cookies[SHOPPER_COOKIE] ?? '')
    reply.clearCookie(SHOPPER_COOKIE, { path: '/' })
  })
}

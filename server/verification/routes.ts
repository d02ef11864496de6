import { sendOtp, verifyOtp } from '../../contract/verification.wire.ts'
import type { Deps } from '../deps.ts'
import { type App, answers } from '../http/app.ts'
import { localeOf } from '../http/locale.ts'
import { SHOPPER_COOKIE } from '../http/policy.ts'
import { sendCode, verifyCode } from './service.ts'

/** Asking for a one-time passcode and proving it. */
export function verificationRoutes(app: App, deps: Deps): void {
  const secure = deps.config.publicUrl.protocol === 'https:'
  app.post('/api/send-otp', { schema: { body: sendOtp.body, response: answers(sendOtp.answer) } }, async (request) => {
    const { shopid, ...asked } = request.body
    const sent = await sendCode(deps, { ...asked, shopId: shopid ?? null, address: request.ip, locale: localeOf(request) })
    return { success: true as const, phone: asked.mobile, ...sent }
  })
  app.post('/api/verify-otp', { schema: { body: verifyOtp.body, response: answers(verifyOtp.answer) } }, async (request, reply) => {
    const { secret, maxAgeSeconds } = await verifyCode(deps, request.body.mobile, request.body.otp, request.ip)
    reply.setCookie(SHOPPER_COOKIE, secret, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds })
    return { success: true as const, phone: request.body.mobile }
  })
}

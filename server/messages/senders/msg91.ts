import { z } from 'zod'
import { cutTo } from '#contract/base/letters.ts'
import { maskNumbers } from '#server/kit/log.ts'
import type { HandOver, Sender } from '#server/messages/sender.ts'
import type { Msg91Settings } from '#server/sms-settings.ts'

/** TRAI allows a template value this many characters. */
const MAX_VALUE = 30

const answerShape = z.object({ type: z.string(), message: z.string().optional() })

/** MSG91's Flow API takes registered templates with values, never free text. Errors may come with HTTP 200. */
export function msg91Sender(settings: Msg91Settings): Sender {
  return {
    channel: 'sms',
    async send(message, signal): Promise<HandOver> {
      const known = [message.template, message.otherwise].find((one) => one !== undefined && settings.templates[one.name])
      const template = known && settings.templates[known.name]
      if (!template) return { result: 'refused', reason: `there is no MSG91 template for ${message.template.name}` }
      const values = known.values.map((value, i) => [`VAR${i + 1}`, cutTo(value, MAX_VALUE)])
      const answer = await fetch(`${settings.url}/api/v5/flow`, {
        method: 'POST',
        headers: { authkey: settings.authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: template,
          short_url: '0',
          recipients: [{ mobiles: `91${message.mobile}`, ...Object.fromEntries(values) }],
        }),
        redirect: 'error',
        signal,
      })
      if (answer.status === 429 || answer.status >= 500) return { result: 'again', reason: `MSG91 answered ${answer.status}` }
      const read = answerShape.safeParse(await answer.json().catch(() => null))
      if (!read.success) return { result: 'again', reason: 'the answer of MSG91 cannot be read' }
      if (answer.ok && read.data.type === 'success') return { result: 'sent', vendorId: read.data.message ?? null }
      return { result: 'refused', reason: `MSG91 refused: ${maskNumbers(read.data.message ?? 'no reason').slice(0, 200)}` }
    },
  }
}

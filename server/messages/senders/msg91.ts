import { z } from 'zod'
import type { Msg91Settings } from '../../config.ts'
import type { HandOver, Outgoing, Sender } from '../sender.ts'

/** Names of the template variables, in the order they were registered: at most two, each at most 30 characters (TRAI). */
const variables: Readonly<Record<Outgoing['kind'], readonly string[]>> = {
  otp: ['code'],
  token: ['shop', 'number'],
  call: ['number', 'counter'],
  refund: ['amount', 'shop'],
}
const MAX_VALUE = 30
/** A vendor that is silent for so long (ms) counts as not there. */
const PATIENCE_MS = 8000

const answerShape = z.object({ type: z.string(), message: z.string().optional() })

/** Sends SMS through MSG91's Flow API: registered templates with values, never free text. Errors may come with HTTP 200. */
export function msg91Sender(settings: Msg91Settings): Sender {
  return {
    channel: 'sms',
    async send(message): Promise<HandOver> {
      const values = variables[message.kind].map((name, i) => [`VAR${i + 1}`, (message.params[name] ?? '').slice(0, MAX_VALUE)])
      const answer = await fetch(`${settings.url}/api/v5/flow`, {
        method: 'POST',
        headers: { authkey: settings.authKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          template_id: settings.templates[message.kind],
          short_url: '0',
          recipients: [{ mobiles: `91${message.mobile}`, ...Object.fromEntries(values) }],
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (answer.status === 429 || answer.status >= 500) return { result: 'again', reason: `MSG91 answered ${answer.status}` }
      const read = answerShape.safeParse(await answer.json().catch(() => null))
      if (!read.success) return { result: 'again', reason: 'MSG91 answered something that cannot be read' }
      if (answer.ok && read.data.type === 'success') return { result: 'sent', vendorId: read.data.message ?? null }
      return { result: 'refused', reason: `MSG91 refused: ${(read.data.message ?? 'no reason').slice(0, 200)}` }
    },
  }
}

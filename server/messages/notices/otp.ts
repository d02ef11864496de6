import { MINUTE } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'

export const otp = notice({
  kind: 'otp',
  causes: ['otp.requested'],
  to: 'phone',
  receiver: {
    find: async (_deps, _tx, events) =>
      new Map(events.map((event) => [event, { address: event.mobile, locale: event.locale, ticket: null, sealed: event.sealedCode }])),
  },
  secret: (code) => ({ code }),
  // A passcode has expired by then.
  timeToLive: 5 * MINUTE,
  slots: 30,
  channels: ['sms', 'screen'],
  text: 'otp',
  sms: { template: 'otp', values: ['code'] },
})

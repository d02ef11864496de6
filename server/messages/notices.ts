import type { Notice } from './notice.ts'
import { booking } from './notices/booking.ts'
import { call } from './notices/call.ts'
import { collect } from './notices/collect.ts'
import { confirm } from './notices/confirm.ts'
import { device } from './notices/device.ts'
import { disabled } from './notices/disabled.ts'
import { factor } from './notices/factor.ts'
import { failures } from './notices/failures.ts'
import { mistake } from './notices/mistake.ts'
import { note } from './notices/note.ts'
import { otp } from './notices/otp.ts'
import { part } from './notices/part.ts'
import { password } from './notices/password.ts'
import { promise } from './notices/promise.ts'
import { receipt } from './notices/receipt.ts'
import { refund } from './notices/refund.ts'
import { reminder } from './notices/reminder.ts'
import { reset } from './notices/reset.ts'
import { space } from './notices/space.ts'
import { taken } from './notices/taken.ts'
import { token } from './notices/token.ts'
import type { MessageKind } from './store.ts'

/** The messages that the product sends. */
export const notices: { readonly [K in MessageKind]: Notice<K> } = {
  otp,
  call,
  token,
  refund,
  reset,
  confirm,
  taken,
  device,
  password,
  factor,
  failures,
  receipt,
  promise,
  reminder,
  space,
  booking,
  part,
  disabled,
  mistake,
  note,
  collect,
}

export const allNotices: readonly Notice[] = Object.values(notices)

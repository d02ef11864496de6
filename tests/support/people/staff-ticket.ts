import type { StaffTicket } from '#web/data/queue.ts'

/** A minute of the morning on which these tickets joined. */
export const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute))

/** A waiting ticket of the staff table. Its id is its number. */
export const ticket = (id: string, over: Partial<StaffTicket> = {}): StaffTicket => ({
  id,
  shopId: 'cafe',
  number: Number(id),
  name: `Person ${id}`,
  mobile: '9820111847',
  email: `p${id}@example.in`,
  clicked: false,
  state: 'waiting',
  joinedAt: at(Number(id)),
  serveAt: at(Number(id)),
  calledAt: null,
  slot: null,
  lane: 'regular',
  version: 1,
  counter: null,
  counterId: null,
  missedAt: null,
  recallsLeft: 0,
  startTime: null,
  duration: null,
  cashPaymentId: null,
  dueAmountPaise: null,
  promise: null,
  notice: null,
  outOfTurn: false,
  undoable: null,
  ...over,
})

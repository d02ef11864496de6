import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { callByNumber, listMissed, listTickets, readDeskState, startCountdown } from '#contract/desk/calls.ts'
import {
  arriveTicket,
  callTicket,
  completeTicket,
  extendCountdown,
  noShowTicket,
  recallTicket,
  undoAction,
} from '#contract/desk/ticket-calls.ts'
import { changeDisplay, readDisplay, saveDisplay } from '#contract/displays/calls.ts'
import { readApiDocument, readApiReference, reportCsp } from '#contract/http/calls.ts'
import { exportAudit, exportMallAudit, readAudit, readMallAudit } from '#contract/office/audit-calls.ts'
import { listMalls, readMall } from '#contract/office/form-calls.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { cancelTicket, confirmPayment, createPayment, handBack, listHandBacks, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { listDrawers, readCash } from '#contract/payments/cash-calls.ts'
import { readDay } from '#contract/payments/day-calls.ts'
import {
  cashfreeWebhook,
  changeGateway,
  checkPayment,
  razorpayWebhook,
  readGateways,
  returnFromVendor,
  testGateway,
} from '#contract/payments/gateway-calls.ts'
import { exportMoney, listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { readRefundable, refundPayment } from '#contract/payments/refund-calls.ts'
import { decideOrphan, readSettlements, readVendorMatters } from '#contract/payments/vendor-books-calls.ts'
import { noteCode, readPoster } from '#contract/poster/calls.ts'
import { chooseSlot, joinQueue, readCountdown, readToken } from '#contract/queue/calls.ts'
import { login, logout, me } from '#contract/sign-in/calls.ts'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOthers,
  endSession,
  listSessions,
  prove,
  readSecondFactor,
  removeSecondFactor,
} from '#contract/sign-in/own-account-calls.ts'
import { joinWaitlist, readSlots } from '#contract/slots/calls.ts'
import { readCalendar, readPass, readStorefront } from '#contract/storefront/calls.ts'
import { forgetShopper, sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import type { KnownCall, LooseParts } from '#tests/support/calls/client.ts'
import { SHOP, type Stage, type Subject } from '#tests/support/people/callers.ts'
import { information } from '#tests/support/people/people.ts'

type Eight = readonly [number, number, number, number, number, number, number, number]

/** `answers` has the status for each caller in the order of `callerNames`. */
export interface CallRow {
  call: KnownCall
  /** Tells the rows apart if a call has several. */
  note?: string
  /** How far the person in question has come when the call is made. */
  stage?: Stage
  id?: (subject: Subject) => string
  query?: (subject: Subject) => object
  body?: (subject: Subject) => unknown
  answers: Eight
}

const anyone = (status: number): Eight => [status, status, status, status, status, status, status, status]
const accountsOnly: Eight = [401, 401, 401, 200, 200, 200, 200, 200]
/** Accounts that work at the shop. A shop is public, so a foreign one is forbidden (403). */
const deskOfShop: Eight = [401, 401, 401, 200, 403, 200, 403, 200]
/** Accounts that work at the ticket's shop. A ticket is private, so a foreign one does not exist (404). */
const deskOfTicket: Eight = [401, 401, 401, 200, 404, 200, 404, 200]
/** As `deskOfTicket`, without staff of the shop. */
const managersOfTicket: Eight = [401, 401, 401, 403, 404, 200, 404, 200]
/** As `deskOfTicket`, and the ticket's own shopper. */
const deskAndOwnShopper: Eight = [401, 200, 404, 200, 404, 200, 404, 200]
/** Accounts that manage the shop's mall. */
const managersOfShop: Eight = [401, 401, 401, 403, 403, 200, 403, 200]
const superOnly: Eight = [401, 401, 401, 403, 403, 403, 403, 200]
const shopId = () => SHOP
const ticketId = (subject: Subject) => subject.ticketId
const paymentId = (subject: Subject) => subject.paymentId
const nothing = () => ({})

/** About the queue and the public calls. The rows about malls, shops and accounts are in `placeRows`. */
export const callRows: readonly CallRow[] = [
  { call: login, body: () => ({ email: demoAccounts.staff.email, password: DEMO_PASSWORD }), answers: anyone(200) },
  { call: logout, body: nothing, answers: accountsOnly },
  { call: me, answers: accountsOnly },
  // A correct password would end the sessions of the other rows.
  {
    call: changePassword,
    note: ' with a wrong current password',
    body: () => ({ currentPassword: 'not this one', newPassword: 'a quiet evening', confirmPassword: 'a quiet evening' }),
    answers: [401, 401, 401, 400, 400, 400, 400, 400],
  },
  { call: prove, body: () => ({ currentPassword: DEMO_PASSWORD }), answers: accountsOnly },
  { call: listSessions, answers: accountsOnly },
  {
    call: endSession,
    note: ' with an unknown id',
    id: () => 'nobody-s',
    answers: [401, 401, 401, 404, 404, 404, 404, 404],
  },
  { call: endOthers, body: nothing, answers: accountsOnly },
  { call: readSecondFactor, answers: accountsOnly },
  {
    call: confirmSecondFactor,
    note: ' before it has begun',
    body: () => ({ code: '123456' }),
    answers: [401, 401, 401, 409, 409, 409, 409, 409],
  },
  { call: beginSecondFactor, body: () => ({ currentPassword: DEMO_PASSWORD }), answers: accountsOnly },
  {
    call: removeSecondFactor,
    note: ' when there is none',
    body: () => ({ currentPassword: DEMO_PASSWORD, code: '123456' }),
    answers: [401, 401, 401, 409, 409, 409, 409, 409],
  },
  { call: sendOtp, body: ({ mobile }) => ({ mobile, name: 'Asha', email: 'asha@example.in' }), answers: anyone(200) },
  { call: verifyOtp, stage: 'code asked', body: ({ mobile, otp }) => ({ mobile, otp }), answers: anyone(200) },
  { call: forgetShopper, stage: 'verified', body: nothing, answers: [401, 200, 200, 401, 401, 401, 401, 401] },
  { call: listMalls, answers: anyone(200) },
  { call: readMall, id: () => 'phoenix-mall', answers: anyone(200) },
  { call: readDisplay, id: shopId, answers: anyone(200) },
  { call: readStorefront, id: shopId, answers: anyone(200) },
  {
    call: joinQueue,
    stage: 'verified',
    body: (person) => information(person, SHOP),
    answers: [401, 201, 403, 401, 401, 401, 401, 401],
  },
  { call: readSlots, id: shopId, answers: anyone(200) },
  {
    call: joinWaitlist,
    note: ' of a slot that is not offered',
    stage: 'verified',
    body: () => ({ shopId: SHOP, slotId: `${SHOP}.20261121T0430Z` }),
    answers: [401, 404, 404, 401, 401, 401, 401, 401],
  },
  {
    call: chooseSlot,
    note: ' without one',
    stage: 'joined',
    id: ticketId,
    body: () => ({ slotId: null }),
    answers: [401, 200, 404, 401, 401, 401, 401, 401],
  },
  { call: readCalendar, note: ' that is not booked', stage: 'waiting', id: ticketId, answers: [401, 409, 404, 401, 401, 401, 401, 401] },
  { call: readToken, stage: 'waiting', query: ({ mobile }) => ({ phone: mobile }), answers: deskAndOwnShopper },
  { call: listTickets, id: shopId, answers: deskOfShop },
  { call: listMissed, id: shopId, answers: deskOfShop },
  { call: callByNumber, stage: 'waiting', body: ({ mobile }) => ({ number: mobile }), answers: deskOfTicket },
  {
    call: startCountdown,
    stage: 'called',
    body: ({ mobile }) => ({ duration: 240, phoneNumber: mobile, shopId: SHOP }),
    answers: deskOfShop,
  },
  { call: readCountdown, note: ' with shopId', query: () => ({ shopId: SHOP }), answers: anyone(200) },
  // The owner of the demo mall has three shops, the other owner has one.
  { call: readCountdown, note: ' without shopId', answers: [400, 400, 400, 200, 200, 400, 200, 400] },
  { call: readPass, stage: 'waiting', id: ticketId, answers: deskAndOwnShopper },
  { call: cancelTicket, stage: 'waiting', id: ticketId, body: nothing, answers: deskAndOwnShopper },
  { call: callTicket, stage: 'waiting', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: arriveTicket, stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: recallTicket, stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: extendCountdown, stage: 'called', id: ticketId, body: () => ({ minutes: 2 }), answers: deskOfTicket },
  { call: completeTicket, stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: noShowTicket, stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: undoAction, stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: readDeskState, id: shopId, answers: deskOfShop },
  {
    call: createPayment,
    stage: 'joined',
    body: (person) => ({ ticketId: person.ticketId }),
    answers: [401, 201, 404, 401, 401, 401, 401, 401],
  },
  { call: readPayment, stage: 'waiting', id: paymentId, answers: deskAndOwnShopper },
  {
    call: confirmPayment,
    note: ' of demo money',
    stage: 'ordered',
    id: paymentId,
    body: nothing,
    answers: [401, 200, 404, 401, 401, 401, 401, 401],
  },
  { call: confirmPayment, note: ' of cash', stage: 'ordered cash', id: paymentId, body: nothing, answers: deskOfTicket },
  { call: checkPayment, stage: 'waiting', id: paymentId, body: nothing, answers: deskAndOwnShopper },
  // The signatures of vendors are in the stories of gateways.
  { call: returnFromVendor, note: ' that is not a form', id: () => 'nobody-s', body: nothing, answers: anyone(415) },
  { call: razorpayWebhook, note: ' without a signature', id: () => 'phoenix-mall', body: nothing, answers: anyone(400) },
  { call: cashfreeWebhook, note: ' without a signature', id: () => 'phoenix-mall', body: nothing, answers: anyone(400) },
  { call: readGateways, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: changeGateway, id: () => 'phoenix-mall', body: () => ({ name: 'razorpay', on: false }), answers: managersOfShop },
  { call: readRefundable, stage: 'waiting', id: ticketId, answers: deskOfTicket },
  { call: readSettlements, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: readVendorMatters, id: () => 'phoenix-mall', answers: managersOfShop },
  {
    call: decideOrphan,
    note: ' that does not exist',
    id: () => 'nobody-s',
    body: () => ({ note: 'x' }),
    answers: [401, 401, 401, 403, 403, 404, 404, 404],
  },
  // Staff of the shop may refund nothing until the owner sets a limit.
  {
    call: refundPayment,
    stage: 'waiting',
    id: paymentId,
    body: () => ({ reason: 'they waited too long' }),
    answers: managersOfTicket,
  },
  {
    call: testGateway,
    note: ' that the server does not have',
    id: () => 'phoenix-mall',
    body: () => ({ name: 'razorpay' }),
    answers: [401, 401, 401, 403, 403, 409, 403, 409],
  },
  { call: handBack, stage: 'cash to hand back', id: paymentId, body: nothing, answers: deskOfTicket },
  { call: listHandBacks, id: shopId, answers: deskOfShop },
  { call: readReceipt, stage: 'waiting', id: ({ receiptId }) => receiptId, answers: deskAndOwnShopper },
  { call: saveDisplay, note: ' with displayid', body: () => ({ displayid: SHOP, pText: 'P' }), answers: deskOfShop },
  // The owner of the demo mall has three shops, the other owner has one; staff of another shop change their own.
  {
    call: saveDisplay,
    note: ' without displayid',
    body: () => ({ pText: 'P' }),
    answers: [401, 401, 401, 200, 200, 400, 200, 400],
  },
  { call: changeDisplay, id: shopId, body: () => ({ pText: 'P' }), answers: deskOfShop },
  { call: readMoney, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: readMoney, note: 'of a shop', id: shopId, answers: managersOfShop },
  { call: listMoney, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: readDay, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: readInsights, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: readInsights, note: ' of a shop', id: shopId, answers: managersOfShop },
  { call: readCash, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: listDrawers, id: shopId, answers: deskOfShop },
  ...['7', '9876543210', 'pay_Nobody', 'C01/2627/000001'].map((search) => {
    return { call: listMoney, note: ` for ${search}`, id: () => 'phoenix-mall', query: () => ({ search }), answers: managersOfShop }
  }),
  ...(['payments', 'b2cs', 'docs', 'tally'] as const).map((kind) => {
    return { call: exportMoney, note: ` of ${kind}`, id: () => 'phoenix-mall', query: () => ({ kind }), answers: managersOfShop }
  }),
  { call: readPoster, id: shopId, answers: managersOfShop },
  { call: noteCode, id: shopId, body: nothing, answers: deskOfShop },
  { call: readAudit, answers: superOnly },
  { call: exportAudit, answers: superOnly },
  { call: readMallAudit, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: exportMallAudit, id: () => 'phoenix-mall', answers: managersOfShop },
  { call: readApiDocument, answers: anyone(200) },
  { call: readApiReference, answers: anyone(200) },
  { call: reportCsp, body: nothing, answers: anyone(204) },
]

export const partsOf = (row: CallRow, subject: Subject): LooseParts => ({
  id: row.id?.(subject),
  query: row.query?.(subject),
  body: row.body?.(subject),
})

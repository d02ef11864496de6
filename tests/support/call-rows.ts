import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import type { CallName } from '../../contract/permissions.ts'
import { SHOP, type Stage, type Subject } from './callers.ts'
import { information } from './people.ts'

type Eight = readonly [number, number, number, number, number, number, number, number]

/** A row: the call, with what it is made with, and the status for each caller in the order of `callerNames`. */
export interface CallRow {
  call: CallName
  /** Where a call has several rows. */
  note?: string
  /** Where the person in question stands when the call is made. */
  stage?: Stage
  /** The id in the path, and the query. */
  id?: (subject: Subject) => string
  query?: (subject: Subject) => string
  body?: (subject: Subject) => unknown
  answers: Eight
}

const anyone = (status: number): Eight => [status, status, status, status, status, status, status, status]
/** Who is signed in, whatever the role. */
const accountsOnly: Eight = [401, 401, 401, 200, 200, 200, 200, 200]
/** Who works at the shop; a shop is public, so another's is forbidden. */
const deskOfShop: Eight = [401, 401, 401, 200, 403, 200, 403, 200]
/** Who works at the ticket's shop; a ticket is private, so another's does not exist. */
const deskOfTicket: Eight = [401, 401, 401, 200, 404, 200, 404, 200]
/** The same, and the ticket's own shopper. */
const deskAndOwnShopper: Eight = [401, 200, 404, 200, 404, 200, 404, 200]
/** Who manages the shop's mall. */
const managersOfShop: Eight = [401, 401, 401, 403, 403, 200, 403, 200]
const shopId = () => SHOP
const ticketId = (subject: Subject) => subject.ticketId
const paymentId = (subject: Subject) => subject.paymentId
const nothing = () => ({})

/** The matrix's rows about the queue and what is public; those about malls, shops and accounts are `placeRows`. */
export const callRows: readonly CallRow[] = [
  { call: 'POST /api/auth/login', body: () => ({ email: demoAccounts.staff.email, password: DEMO_PASSWORD }), answers: anyone(200) },
  { call: 'POST /api/auth/logout', body: nothing, answers: accountsOnly },
  { call: 'GET /api/auth/me', answers: accountsOnly },
  { call: 'POST /api/send-otp', body: ({ mobile }) => ({ mobile, name: 'Asha', email: 'asha@example.in' }), answers: anyone(200) },
  { call: 'POST /api/verify-otp', stage: 'code asked', body: ({ mobile, otp }) => ({ mobile, otp }), answers: anyone(200) },
  { call: 'GET /api/shops', answers: anyone(200) },
  { call: 'GET /api/shops/:id', id: () => 'phoenix-mall', answers: anyone(200) },
  { call: 'GET /api/display/:id', id: shopId, answers: anyone(200) },
  { call: 'GET /api/storefront/:id', id: shopId, answers: anyone(200) },
  {
    call: 'POST /api/information',
    stage: 'verified',
    body: (person) => information(person, SHOP),
    answers: [401, 201, 403, 401, 401, 401, 401, 401],
  },
  { call: 'GET /api/get-token', stage: 'waiting', query: ({ mobile }) => `phone=${mobile}`, answers: deskAndOwnShopper },
  { call: 'GET /api/get-data/:id', id: shopId, answers: deskOfShop },
  { call: 'GET /api/missed/:id', id: shopId, answers: deskOfShop },
  { call: 'POST /api/send-message', stage: 'waiting', body: ({ mobile }) => ({ number: mobile }), answers: deskOfTicket },
  {
    call: 'POST /api/start-countdown',
    stage: 'called',
    body: ({ mobile }) => ({ duration: 240, phoneNumber: mobile, shopId: SHOP }),
    answers: deskOfShop,
  },
  { call: 'GET /api/get-countdown', note: ' with shopId', query: () => `shopId=${SHOP}`, answers: anyone(200) },
  // The owner of the demo mall has three shops, the other owner one.
  { call: 'GET /api/get-countdown', note: ' without shopId', answers: [400, 400, 400, 200, 200, 400, 200, 400] },
  { call: 'GET /api/tickets/:id', stage: 'waiting', id: ticketId, answers: deskAndOwnShopper },
  { call: 'POST /api/tickets/:id/cancel', stage: 'waiting', id: ticketId, body: nothing, answers: deskAndOwnShopper },
  { call: 'POST /api/tickets/:id/call', stage: 'waiting', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: 'POST /api/tickets/:id/complete', stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: 'POST /api/tickets/:id/no-show', stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  { call: 'POST /api/tickets/:id/undo', stage: 'called', id: ticketId, body: nothing, answers: deskOfTicket },
  {
    call: 'POST /api/payments',
    stage: 'joined',
    body: (person) => ({ ticketId: person.ticketId }),
    answers: [401, 201, 404, 401, 401, 401, 401, 401],
  },
  { call: 'GET /api/payments/:id', stage: 'waiting', id: paymentId, answers: deskAndOwnShopper },
  {
    call: 'POST /api/payments/:id/confirm',
    note: ' of demo money',
    stage: 'ordered',
    id: paymentId,
    body: nothing,
    answers: [401, 200, 404, 401, 401, 401, 401, 401],
  },
  { call: 'POST /api/payments/:id/confirm', note: ' of cash', stage: 'ordered cash', id: paymentId, body: nothing, answers: deskOfTicket },
  { call: 'POST /api/payments/:id/hand-back', stage: 'cash to hand back', id: paymentId, body: nothing, answers: deskOfTicket },
  { call: 'GET /api/hand-backs/:id', id: shopId, answers: deskOfShop },
  { call: 'GET /api/receipts/:id', stage: 'waiting', id: ({ receiptId }) => receiptId, answers: deskAndOwnShopper },
  { call: 'POST /api/display', note: ' with displayid', body: () => ({ displayid: SHOP, pText: 'P' }), answers: deskOfShop },
  // The owner of the demo mall has three shops, the other owner one; staff of another shop change their own.
  {
    call: 'POST /api/display',
    note: ' without displayid',
    body: () => ({ pText: 'P' }),
    answers: [401, 401, 401, 200, 200, 400, 200, 400],
  },
  { call: 'PUT /api/display/:id', id: shopId, body: () => ({ pText: 'P' }), answers: deskOfShop },
  { call: 'GET /api/poster/:id', id: shopId, answers: managersOfShop },
  { call: 'POST /api/qrcode/:id/made', id: shopId, body: nothing, answers: deskOfShop },
  { call: 'GET /api/openapi.json', answers: anyone(200) },
  { call: 'GET /api/docs', answers: anyone(200) },
  { call: 'POST /api/reports/csp', body: nothing, answers: anyone(204) },
]

/** The method of a row's call, and its path for this person. */
export function doorOf(row: CallRow, subject: Subject): { method: string; path: string } {
  const [method = '', path = ''] = row.call.split(' ')
  return { method, path: path.replace(':id', row.id?.(subject) ?? '') + (row.query ? `?${row.query(subject)}` : '') }
}

import type { CallName } from '../../contract/permissions.ts'

type Tag = 'Accounts' | 'Malls and shops' | 'Verification' | 'Queue' | 'Desk' | 'Payments' | 'The product'

/** What each call is for, in one line, and the chapter of the reference it stands in. A call without a line here does not compile. */
export const descriptions: Readonly<Record<CallName, readonly [Tag, string]>> = {
  'POST /api/auth/login': ['Accounts', 'Sign in; answers the session token and where the account lands'],
  'POST /api/auth/logout': ['Accounts', 'End this session and its sockets'],
  'GET /api/auth/me': ['Accounts', 'Who am I'],
  'GET /api/shops': ['Malls and shops', 'All malls with their shops'],
  'GET /api/shops/:id': ['Malls and shops', 'One mall with its shops'],
  'GET /api/display/:id': ['Malls and shops', 'The welcome banner of a shop'],
  'GET /api/storefront/:id': ['Malls and shops', 'A shop as its first screen shows it: fee, hours, live queue'],
  'POST /api/send-otp': ['Verification', 'Send a one-time passcode to a mobile'],
  'POST /api/verify-otp': ['Verification', 'Prove the passcode; sets the cookie of the shopper'],
  'POST /api/information': ['Queue', 'Join the queue of a shop'],
  'GET /api/get-token': ['Queue', 'The token number of a mobile today'],
  'GET /api/tickets/:id': ['Queue', 'A ticket as its own shopper sees it, live'],
  'POST /api/tickets/:id/cancel': ['Queue', 'Leave the queue, or take somebody off it'],
  'GET /api/get-countdown': ['Queue', 'The countdowns that run at a shop, the last started first'],
  'GET /api/get-data/:id': ['Desk', 'The staff table of a shop: the live tickets of today'],
  'POST /api/send-message': ['Desk', 'Call by mobile number: one notice per call, however often it is pressed'],
  'POST /api/start-countdown': ['Desk', 'The countdown of a call, or start it again with another duration'],
  'POST /api/tickets/:id/call': ['Desk', 'Call a ticket: its countdown starts and its notice goes out'],
  'POST /api/tickets/:id/complete': ['Desk', 'The person was served'],
  'POST /api/tickets/:id/no-show': ['Desk', 'The person did not come'],
  'POST /api/tickets/:id/undo': ['Desk', 'Take the last action on a ticket back, within ten minutes'],
  'POST /api/payments': ['Payments', 'Open the order to pay the fee of a ticket'],
  'GET /api/payments/:id': ['Payments', 'A payment and its receipt'],
  'POST /api/payments/:id/confirm': ['Payments', 'Confirm a payment; the answer carries the token number'],
  'GET /api/receipts/:id': ['Payments', 'A receipt'],
  'GET /api/openapi.json': ['The product', 'This document'],
  'GET /api/docs': ['The product', 'The reference page over this document'],
  'POST /api/reports/csp': ['The product', 'What a browser was kept from doing by the content security policy'],
}

import type { Call } from './call.ts'
import { addCounter, changeCounter } from './counters/calls.ts'
import { callByNumber, counterSession, listMissed, listTickets, pauseShop, readDeskState, startCountdown } from './desk/calls.ts'
import { arriveTicket, callTicket, completeTicket, extendCountdown, noShowTicket, recallTicket, undoAction } from './desk/ticket-calls.ts'
import { changeDisplay, readDisplay, saveDisplay } from './displays/calls.ts'
import { readApiDocument, readApiReference, reportCsp } from './http/calls.ts'
import { exportAudit, exportMallAudit, readAudit, readMallAudit } from './office/audit-calls.ts'
import { addMall, addShop, changeMall, changeShop, listMalls, readMall } from './office/form-calls.ts'
import { readInsights } from './office/insights-calls.ts'
import {
  changeMallDetails,
  confirmGstin,
  mallOverview,
  removeCounter,
  removeMall,
  removeOwnersSecondFactor,
  removeShop,
} from './office/mall-calls.ts'
import { changeSettings, endBookings, readSettings } from './office/settings-calls.ts'
import { mallToday } from './office/today-calls.ts'
import { cancelTicket, confirmPayment, createPayment, handBack, listHandBacks, readPayment, readReceipt } from './payments/calls.ts'
import { countCash, listDrawers, readCash } from './payments/cash-calls.ts'
import { readDay } from './payments/day-calls.ts'
import {
  cashfreeWebhook,
  changeGateway,
  checkPayment,
  razorpayWebhook,
  readGateways,
  returnFromVendor,
  testGateway,
} from './payments/gateway-calls.ts'
import { exportMoney, listMoney, readMoney } from './payments/money-calls.ts'
import { readRefundable, refundPayment } from './payments/refund-calls.ts'
import { decideOrphan, readSettlements, readVendorMatters } from './payments/vendor-books-calls.ts'
import { noteCode, readEntrancePoster, readPoster } from './poster/calls.ts'
import { chooseSlot, joinQueue, readCountdown, readToken } from './queue/calls.ts'
import { checkUser, confirmSignUp, firstPassword, login, logout, me, resetPassword, signUp, totp } from './sign-in/calls.ts'
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
} from './sign-in/own-account-calls.ts'
import { joinWaitlist, readSlots } from './slots/calls.ts'
import { addStaff, disableStaff, enableStaff, listStaff, removeStaffSecondFactor, renameStaff, resetStaff } from './staff/calls.ts'
import { readCalendar, readPass, readStorefront } from './storefront/calls.ts'
import { forgetShopper, sendOtp, verifyOtp } from './verification/calls.ts'

/** A call that is not here has no policy, and the server does not start with its route. */
export const calls = [
  login,
  logout,
  me,
  changePassword,
  prove,
  listSessions,
  endSession,
  endOthers,
  readSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  sendOtp,
  verifyOtp,
  listMalls,
  readMall,
  readDisplay,
  readStorefront,
  forgetShopper,
  readSlots,
  joinWaitlist,
  joinQueue,
  chooseSlot,
  readToken,
  listTickets,
  listMissed,
  callByNumber,
  startCountdown,
  readCountdown,
  readPass,
  readCalendar,
  cancelTicket,
  callTicket,
  arriveTicket,
  recallTicket,
  extendCountdown,
  completeTicket,
  noShowTicket,
  undoAction,
  readDeskState,
  counterSession,
  pauseShop,
  createPayment,
  readPayment,
  confirmPayment,
  checkPayment,
  returnFromVendor,
  razorpayWebhook,
  cashfreeWebhook,
  readGateways,
  changeGateway,
  readVendorMatters,
  decideOrphan,
  readSettlements,
  testGateway,
  handBack,
  refundPayment,
  readRefundable,
  listHandBacks,
  readReceipt,
  readMoney,
  listMoney,
  readDay,
  readCash,
  listDrawers,
  countCash,
  exportMoney,
  signUp,
  confirmSignUp,
  totp,
  firstPassword,
  checkUser,
  resetPassword,
  addMall,
  changeMall,
  removeMall,
  addShop,
  changeShop,
  removeShop,
  saveDisplay,
  changeDisplay,
  readSettings,
  changeSettings,
  endBookings,
  addCounter,
  changeCounter,
  removeCounter,
  mallOverview,
  mallToday,
  readInsights,
  changeMallDetails,
  confirmGstin,
  listStaff,
  addStaff,
  disableStaff,
  enableStaff,
  resetStaff,
  renameStaff,
  removeStaffSecondFactor,
  removeOwnersSecondFactor,
  readPoster,
  readEntrancePoster,
  noteCode,
  readAudit,
  exportAudit,
  readMallAudit,
  exportMallAudit,
  readApiDocument,
  readApiReference,
  reportCsp,
] as const

export type CallName = (typeof calls)[number]['name']

export const callsByName = Object.fromEntries(calls.map((call): [CallName, Call] => [call.name, call])) as Readonly<Record<CallName, Call>>

/** Takes a method with an address, such as `GET /api/shops/:id`. */
export const isCallName = (name: string): name is CallName => Object.hasOwn(callsByName, name)

/** The sheets over the token screen, in one file that is loaded after the paint, because no first screen shows them. */
export { LeaveSheet } from './leave-sheet.tsx'
export { ReceiptSheet } from './receipt-sheet.tsx'

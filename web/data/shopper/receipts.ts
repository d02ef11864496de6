import type * as calls from '#contract/payments/calls.ts'
import type { ReceiptWire } from '#contract/payments/calls.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

export async function readReceipt(receiptId: string): Promise<ReceiptWire> {
  return ask<typeof calls.readReceipt>('GET /api/receipts/:id', { params: { id: receiptId } })
}

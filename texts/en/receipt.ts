/** The words of a receipt, in English. Only people who open their receipt load them. */
export const en = {
  taxInvoice: 'Tax invoice',
  plain: 'Receipt',
  number: 'Number',
  date: 'Date',
  seller: 'Seller',
  gstin: 'GSTIN',
  shop: 'Shop',
  token: 'Token number',
  paidBy: 'Paid by',
  cash: 'Cash at the counter',
  online: 'Online',
  what: 'Priority billing, one-time fee',
  taxable: 'Taxable value',
  fee: 'Fee',
  extra: 'Extra charge',
  cgst: 'CGST {rate}%',
  sgst: 'SGST {rate}%',
  roundOff: 'Round-off',
  total: 'Total',
  refunded: 'This payment has been refunded.',
  print: 'Print or save',
} as const

export type ReceiptTexts = typeof en

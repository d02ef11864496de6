import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ledgers } from '#contract/payments/ledgers.ts'
import { gatewayNames, vendorNames } from '#contract/payments/payments.ts'
import { entriesOf, entriesOfHandBack, entriesOfTransfer, voucherOf, voucherOfHandBack, voucherOfTransfer } from './tally-rules.ts'

const paise = fc.integer({ min: 0, max: 1_000_000 })
const paper = fc.record({
  ...{ id: fc.string(), isNote: fc.boolean(), number: fc.string(), gateway: fc.constantFrom(...gatewayNames), shopName: fc.string() },
  ...{ taxKind: fc.constantFrom('cgst_sgst', 'cgst_utgst', 'igst', null), original: fc.option(fc.string()) },
  ...{ taxablePaise: paise, cgstPaise: paise, sgstPaise: paise, igstPaise: paise, extraPaise: paise, totalPaise: paise },
})
const some = fc.integer({ min: -1_000_000, max: 1_000_000 })
/** Each line adds to a transfer what it took from a ledger, less the fee and its tax. */
const transfer = fc
  .record({
    ...{ gateway: fc.constantFrom(...vendorNames), name: fc.string(), utr: fc.option(fc.string()) },
    ...{ feePaise: some, taxPaise: some, soldPaise: some, noSalePaise: some, disputedPaise: some },
  })
  .map((one) => ({ ...one, netPaise: one.soldPaise + one.noSalePaise + one.disputedPaise - one.feePaise - one.taxPaise }))

const handBack = fc.record({ id: fc.string(), name: fc.option(fc.string()), amountPaise: paise })

const sumOf = (entries: readonly { paise: number }[]) => entries.reduce((sum, entry) => sum + entry.paise, 0)

describe('a voucher for Tally', () => {
  test('adds up to zero, of a receipt, of its credit note, of a transfer and of cash without a paper', () => {
    fc.assert(
      fc.property(paper, transfer, handBack, (one, other, back) => {
        expect([entriesOf(one), entriesOfTransfer(other), entriesOfHandBack(back)].map(sumOf)).toEqual([0, 0, 0])
      }),
    )
  })

  test('has any text as text', () => {
    const isText = (voucher: string) => {
      const inside = voucher.replaceAll(/<\/?[A-Z.]+(?: [A-Z]+="[^"<]*")*>/g, '')
      expect(inside).not.toMatch(/[<>\0]/)
      expect(inside.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
    }
    fc.assert(
      fc.property(paper, transfer, handBack, fc.string(), (one, other, back, name) => {
        const own = { ...ledgers, sales: name, bank: name }
        isText(voucherOf(one, '2026-11-22', own))
        isText(voucherOfTransfer(other, '2026-11-22', own))
        isText(voucherOfHandBack(back, '2026-11-22', own))
      }),
    )
  })

  test('of a transfer is a payment to the vendor if more went back than came in', () => {
    const of = (soldPaise: number) =>
      voucherOfTransfer(
        {
          ...{
            id: 's1',
            gateway: 'razorpay',
            name: 'setl_1',
            utr: 'AXIS1',
            netPaise: soldPaise - 236,
            feePaise: 200,
            taxPaise: 36,
            soldPaise,
          },
          ...{ noSalePaise: 0, disputedPaise: 0 },
        },
        '2026-11-22',
        { ...ledgers, bank: 'HDFC 1234' },
      )
    expect(of(14_160)).toContain('<VOUCHERTYPENAME>Receipt</VOUCHERTYPENAME><VOUCHERNUMBER>setl_1</VOUCHERNUMBER>')
    expect(of(14_160)).toContain('<LEDGERNAME>HDFC 1234</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-139.24</AMOUNT>')
    expect(of(14_160)).toContain('<LEDGERNAME>Razorpay Clearing</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE><AMOUNT>141.60</AMOUNT>')
    expect(of(-6000)).toContain('<VOUCHERTYPENAME>Payment</VOUCHERTYPENAME>')
    expect(of(236)).toContain('<VOUCHERTYPENAME>Journal</VOUCHERTYPENAME>')
  })
})

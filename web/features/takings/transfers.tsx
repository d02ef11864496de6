import { Box, Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { rupeesAndPaise } from '#contract/base/money.ts'
import type { Settlement, useSettlements } from '#web/data/vendor-books.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { gatewayWord, longDay, sayOfMoney } from '#web/words/money.ts'
import '#web/ui/ledger.css'
import './takings-vendors.css'

/** More come after a press. */
const FIRST = 6

interface Props {
  found: ReturnType<typeof useSettlements>
  timeZone: string
  /** The days whose transfers these are. */
  days: string
}

/** What the vendors have transferred to the bank of the mall. Nothing is shown for a mall that has no transfers. */
export function Transfers({ found, timeZone, days }: Props) {
  const [isAll, setAll] = useState(false)
  const table = useRef<HTMLDivElement>(null)
  const failure = found.isError && <ReadFailure text={sayOfMoney('transfersUnread')} retry={found.refetch} />
  const transfers = found.data?.settlements ?? []
  if (transfers.length === 0) return failure
  const sum = (part: (one: Settlement) => number) => rupeesAndPaise(transfers.reduce((all, one) => all + part(one), 0))
  return (
    <section className="panel takings-transfers" aria-labelledby="transfers">
      <div className="takings-matters__head">
        <h2 id="transfers">{sayOfMoney('transfers')}</h2>
        <p className="muted num">
          {days} · {sayOfMoney('transferred', { amount: sum((one) => one.netPaise), count: transfers.length })}
        </p>
      </div>
      {failure}
      {/* On a phone it scrolls sideways, with the keyboard as well. */}
      <Box ref={table} className="ledger-scroll" role="region" aria-labelledby="transfers" tabIndex={0}>
        <table className="ledger">
          <thead>
            <tr>
              {(['day', 'transferBy', 'payments', 'refunds', 'feesAndTax', 'otherEntries', 'toBank', 'utr'] as const).map((column) => (
                <th key={column} scope="col">
                  {sayOfMoney(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isAll ? transfers : transfers.slice(0, FIRST)).map((one) => (
              <tr key={one.id}>
                <th scope="row" className="num">
                  {longDay(one.settledAt, timeZone)}
                </th>
                <td>{gatewayWord(one.gateway)}</td>
                <td className="num">{rupeesAndPaise(one.paymentsPaise)}</td>
                <td className="num">{negative(one.refundsPaise)}</td>
                <td className="num">{negative(one.feesPaise + one.taxPaise)}</td>
                <td className="num">{otherPaise(one) === 0 ? '–' : rupeesAndPaise(otherPaise(one))}</td>
                <td className="num takings-transfers__net">{rupeesAndPaise(one.netPaise)}</td>
                <td className="num">{one.utr ?? sayOfMoney('utrLater')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{sayOfMoney('all')}</th>
              <td />
              <td className="num">{sum((one) => one.paymentsPaise)}</td>
              <td className="num">{sum((one) => -one.refundsPaise)}</td>
              <td className="num">{sum((one) => -one.feesPaise - one.taxPaise)}</td>
              <td className="num">{sum(otherPaise)}</td>
              <td className="num takings-transfers__net">{sum((one) => one.netPaise)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </Box>
      {!isAll && transfers.length > FIRST && (
        <div className="takings-transfers__foot">
          <Button
            onClick={() => {
              setAll(true)
              table.current?.focus()
            }}
          >
            {sayOfMoney('showAll', { count: transfers.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

const negative = (paise: number) => (paise === 0 ? '–' : rupeesAndPaise(-paise))

/** Disputes and adjustments: what is left of the transfer when all that has a column of its own is taken away. */
const otherPaise = ({ paymentsPaise, refundsPaise, feesPaise, taxPaise, netPaise }: Settlement) =>
  netPaise - (paymentsPaise - refundsPaise - feesPaise - taxPaise)

import { Box } from '@mantine/core'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { moneyStates } from '#contract/payments/money.ts'
import type { Money } from '#web/data/money.ts'
import { gatewayWord, sayOfMoney } from '#web/words/money.ts'
import { StateWord } from './state-word.tsx'
import '#web/ui/ledger.css'
import './takings-origins.css'
import './takings-states.css'

/** An owner wants to know this first. */
export function Takings({ money, when }: { money: Money; when: string }) {
  const { keptPaise, taxPaise, capturedPaise } = money.totals
  const part = Math.round((keptPaise / capturedPaise) * 100)
  const facts = [
    [sayOfMoney('fees'), rupeesAndPaise(keptPaise - taxPaise)],
    [sayOfMoney('gst'), rupeesAndPaise(taxPaise)],
    // Of the money above, not of all that came in.
    [sayOfMoney('payments'), String(money.states.matched.count)],
  ]
  return (
    <section className="panel takings" aria-labelledby="takings">
      <h2 id="takings" className="cap">
        {sayOfMoney('takings')} · {when}
      </h2>
      <p className="takings__sum num">{rupeesAndPaise(keptPaise)}</p>
      {capturedPaise > 0 && <p className="muted">{sayOfMoney('ofThis', { part })}</p>}
      <dl className="takings__facts">
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt className="muted">{word}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A press on a state lists its payments. */
export function States({ money, choose }: { money: Money; choose: (state: (typeof moneyStates)[number]) => void }) {
  const { totals, states } = money
  const payments = sayOfMoney('paymentCount', { count: totals.count })
  return (
    <section className="panel takings-states" aria-labelledby="every-rupee">
      <div className="takings-states__head">
        <h2 id="every-rupee">{sayOfMoney('everyRupee')}</h2>
        <p className="muted num">{sayOfMoney('received', { amount: rupeesAndPaise(totals.capturedPaise), payments })}</p>
      </div>
      <div className="takings-bar" aria-hidden="true">
        {moneyStates.map((state) => {
          const { amountPaise } = states[state]
          return amountPaise > 0 && <span key={state} className={`takings-bar--${state}`} style={{ flexGrow: amountPaise }} />
        })}
      </div>
      <ul className="takings-states__list">
        {moneyStates.map((state) => {
          const { count, needsPerson, amountPaise } = states[state]
          return (
            <li key={state}>
              <button type="button" className="takings-states__one" onClick={() => choose(state)}>
                <StateWord state={state} />
                <b className="num">{rupeesAndPaise(amountPaise)}</b>
                <span className="takings-states__count">
                  {sayOfMoney('paymentCount', { count })}
                  {needsPerson > 0 && <span className={`takings-needs-you takings-needs-you--${state}`}>{sayOfMoney('needsYou')}</span>}
                </span>
                <span className="muted takings-states__hint">{sayOfMoney(`hint_${state}`)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="muted takings-states__rule">{sayOfMoney('statesHint')}</p>
    </section>
  )
}

export function Origins({ money }: { money: Money }) {
  const { byShop, byGateway, totals } = money
  const ways = byGateway.map(({ gateway }) => gateway)
  const columns = (amount: (of: Money['totals'] | Money['byGateway'][number]) => number) => [
    ...byGateway.map((one) => ({ name: one.gateway, paise: amount(one) })),
    { name: 'all', paise: amount(totals) },
  ]
  return (
    <section className="panel takings-origins" aria-labelledby="origins">
      <h2 id="origins">{sayOfMoney('origin')}</h2>
      {/* On a phone it scrolls sideways, with the keyboard as well. */}
      <Box className="ledger-scroll" role="region" aria-labelledby="origins" tabIndex={0}>
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">{sayOfMoney('shop')}</th>
              {ways.map((way) => (
                <th key={way} scope="col">
                  {gatewayWord(way)}
                </th>
              ))}
              <th scope="col">{sayOfMoney('all')}</th>
            </tr>
          </thead>
          <tbody>
            {byShop.map(({ shopId, name, capturedPaise, gateways }) => (
              <tr key={shopId ?? 'none'}>
                <th scope="row">{name ?? sayOfMoney('noShop')}</th>
                {ways.map((way) => {
                  const own = gateways.find(({ gateway }) => gateway === way)
                  return (
                    <td key={way} className="num">
                      {own ? rupeesAndPaise(own.capturedPaise) : '–'}
                    </td>
                  )
                })}
                <td className="num">{rupeesAndPaise(capturedPaise)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{sayOfMoney('all')}</th>
              {byGateway.map(({ gateway, capturedPaise }) => (
                <td key={gateway} className="num">
                  {rupeesAndPaise(capturedPaise)}
                </td>
              ))}
              <td className="num">{rupeesAndPaise(totals.capturedPaise)}</td>
            </tr>
            {(totals.feesPaise > 0 || totals.disputedPaise !== 0) && (
              <>
                <Sums className="takings-origins__fees" word={sayOfMoney('vendorFees')} columns={columns((one) => -one.feesPaise)} />
                {totals.disputedPaise !== 0 && (
                  <Sums className="takings-origins__fees" word={sayOfMoney('disputed')} columns={columns((one) => -one.disputedPaise)} />
                )}
                <Sums word={sayOfMoney('leftAfterFees')} columns={columns((one) => one.netPaise)} />
              </>
            )}
          </tfoot>
        </table>
      </Box>
    </section>
  )
}

/** One amount for each way to pay, and one for all of them. */
function Sums({ className, word, columns }: { className?: string; word: string; columns: readonly { name: string; paise: number }[] }) {
  return (
    <tr className={className}>
      <th scope="row">{word}</th>
      {columns.map(({ name, paise }) => (
        <td key={name} className="num">
          {paise === 0 ? '–' : rupeesAndPaise(paise)}
        </td>
      ))}
    </tr>
  )
}

import { inCash, rupees } from '#contract/base/money.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { useJourney } from '#web/shopper/journey-context.ts'

/** The ways to pay, to choose from. Cash is rounded to whole rupees, and its label says so. */
export function HowToPay({
  gateways,
  totalPaise,
  chosen,
  onChoose,
}: {
  gateways: readonly GatewayName[]
  totalPaise: number
  chosen: GatewayName | null
  onChoose: (gateway: GatewayName) => void
}) {
  const { say } = useJourney()
  const cash = inCash(totalPaise)
  const words = {
    demo: [say('payDemo'), say('payDemoHint')],
    cash: [say('payCash'), cash === totalPaise ? say('payCashHint') : say('payCashRounded', { amount: rupees(cash) })],
  } as const
  return (
    <fieldset className="plain">
      <legend>{say('howToPay')}</legend>
      <div className="slots">
        {gateways.map((name) => (
          <label key={name} className="opt">
            <input type="radio" name="gateway" checked={chosen === name} onChange={() => onChoose(name)} />
            <span>
              <b>{words[name][0]}</b>
              <small className="num">{words[name][1]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

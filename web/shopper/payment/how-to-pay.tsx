import { inCash, rupees } from '#contract/base/money.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { vendorTitle } from './vendor-title.ts'

/** Cash is rounded to whole rupees, and its label says so. `noCash` says why cash cannot be chosen now. */
export function HowToPay({
  gateways,
  totalPaise,
  chosen,
  onChoose,
  noCash,
}: {
  gateways: readonly GatewayName[]
  totalPaise: number
  chosen: GatewayName | null
  onChoose: (gateway: GatewayName) => void
  noCash?: string
}) {
  const { say } = useJourney()
  const cash = inCash(totalPaise)
  const online = (name: GatewayName) => [say('payDemo'), say('payOnlineHint', { vendor: vendorTitle(name) })] as const
  const words = {
    razorpay: online('razorpay'),
    cashfree: online('cashfree'),
    demo: [say('payDemo'), say('payDemoHint')],
    cash: [say('payCash'), noCash ?? (cash === totalPaise ? say('payCashHint') : say('payCashRounded', { amount: rupees(cash) }))],
  } as const
  const isOff = (name: GatewayName) => name === 'cash' && noCash !== undefined
  return (
    <fieldset className="plain">
      <legend>{say('howToPay')}</legend>
      <div className="slots">
        {gateways.map((name) => (
          <label key={name} className={`opt${isOff(name) ? ' opt--off' : ''}`}>
            <input type="radio" name="gateway" disabled={isOff(name)} checked={chosen === name} onChange={() => onChoose(name)} />
            <span>
              <b>{words[name][0]}</b> <small className="num">{words[name][1]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { useState } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { GatewayName } from '../../../contract/payments.ts'
import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { useJourney } from '../journey-context.ts'
import { Bar } from '../parts/Bar.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Problem } from '../parts/Problem.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { Support } from '../parts/Support.tsx'
import { isUnserved, waitWords } from '../parts/Wait.tsx'
import { Way } from '../parts/Way.tsx'
import { clockTime } from '../times.ts'
import { useBooking } from './booking.ts'
import { PriceTag } from './PriceTag.tsx'

/** What it costs, when to come, how to pay: one press books and pays. */
export function Payment() {
  const { world, say } = useJourney()
  const { storefront, pass } = world
  const { busy, problem, book } = useBooking()
  const [slotId, setSlotId] = useState<string | null>(null)
  const [gateway, setGateway] = useState<GatewayName | null>(storefront?.gateways[0] ?? null)
  if (storefront === null) return null
  const slot = storefront.slots.find(({ id }) => id === slotId) ?? null
  // An order fixes its price, even where the shop has changed it since.
  const total = pass?.payment?.state === 'created' ? pass.payment.amountPaise : storefront.fee.totalPaise

  return (
    <>
      <Bar />
      <div className="top top--wide" inert={busy}>
        <Way at="pay" free={false} />
        <h1 className="head" tabIndex={-1}>
          {say('titlePayment')}
        </h1>
        <Three />
        <When storefront={storefront} slotId={slotId} onChoose={setSlotId} />
        <PriceTag fee={storefront.fee} />
        {storefront.gateways.length > 1 && <HowToPay gateways={storefront.gateways} chosen={gateway} onChoose={setGateway} />}
        <section>
          <h2>{say('whatYouGet')}</h2>
          <ul className="perks">
            <li>
              <Icon name="message" />
              <span>{say('perkSms')}</span>
            </li>
            <li>
              <Icon name="receipt" />
              <span>{say('perkReceipt')}</span>
            </li>
            <li>
              <Icon name="support" />
              <span>
                {say('perkSupport')}
                <Support />
              </span>
            </li>
          </ul>
        </section>
      </div>
      <footer className="dock">
        {problem !== null && (
          <div className="dock__problem">
            <Problem text={problem} />
          </div>
        )}
        <p className="dock__price">
          <b className="num">{rupees(total)}</b>
          <span className="num">
            {slot !== null
              ? clockTime(slot.startsAt, world)
              : pass?.heldUntil
                ? say('heldUntil', { time: clockTime(pass.heldUntil, world) })
                : say('joinNowSmall')}
          </span>
        </p>
        <button
          type="button"
          className={`btn${busy ? ' btn--busy' : ''}`}
          disabled={busy || pass === null}
          aria-live="polite"
          onClick={() => book({ slotId, gateway })}
        >
          {busy && <Spinner />}
          {say(busy ? 'processing' : 'bookAppointment')}
        </button>
      </footer>
    </>
  )
}

function Three() {
  const { say } = useJourney()
  return (
    <div className="threebox">
      <ol className="three">
        <li data-on="">
          <i>
            <Icon name="scan" />
          </i>
          <span>{say('scanQr')}</span>
        </li>
        <li data-on="">
          <i>
            <Icon name="clock" />
          </i>
          <span>{say('bookSlot')}</span>
        </li>
        <li>
          <i>
            <Icon name="basket" />
          </i>
          <span>{say('priorityCheckout')}</span>
        </li>
      </ol>
    </div>
  )
}

/** Now, or at one of the shop's bookable times where it offers any. */
function When({
  storefront,
  slotId,
  onChoose,
}: {
  storefront: StorefrontWire
  slotId: string | null
  onChoose: (id: string | null) => void
}) {
  const { world, say } = useJourney()
  const { queue, slots } = storefront
  const range = waitWords(queue.waiting, queue)
  const ahead = range === null ? say('aheadNone') : say('aheadNow', { count: queue.waiting, range })
  return (
    <fieldset className="plain">
      <legend>{say('whenToCome')}</legend>
      <div className="slots">
        <label className="opt">
          <input type="radio" name="when" checked={slotId === null} onChange={() => onChoose(null)} />
          <span>
            <b>{say('joinNow')}</b>
            <small className="num">{isUnserved(queue) ? say('noCounterOpen') : ahead}</small>
          </span>
        </label>
        {slots.length > 0 && (
          <div className="grid">
            {slots.map((slot) => (
              <label key={slot.id} className="opt">
                <input
                  type="radio"
                  name="when"
                  disabled={slot.left === 0}
                  checked={slotId === slot.id}
                  onChange={() => onChoose(slot.id)}
                />
                <b className="num">{clockTime(slot.startsAt, world)}</b>
                <small className="num">{slot.left === 0 ? say('slotFull') : say('slotLeft', { count: slot.left })}</small>
              </label>
            ))}
          </div>
        )}
      </div>
    </fieldset>
  )
}

const wayTexts = { demo: ['payDemo', 'payDemoHint'], cash: ['payCash', 'payCashHint'] } as const

function HowToPay({
  gateways,
  chosen,
  onChoose,
}: {
  gateways: readonly GatewayName[]
  chosen: GatewayName | null
  onChoose: (gateway: GatewayName) => void
}) {
  const { say } = useJourney()
  return (
    <fieldset className="plain">
      <legend>{say('howToPay')}</legend>
      <div className="slots">
        {gateways.map((name) => (
          <label key={name} className="opt">
            <input type="radio" name="gateway" checked={chosen === name} onChange={() => onChoose(name)} />
            <span>
              <b>{say(wayTexts[name][0])}</b>
              <small>{say(wayTexts[name][1])}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

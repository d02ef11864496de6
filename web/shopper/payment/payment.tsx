import { useEffect, useEffectEvent, useState } from 'react'
import { inCash, rupees } from '#contract/base/money.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { addressOf, offersSlots } from '#web/shopper/journey.ts'
import { useJourney, useLate } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { Drawing, Icon } from '#web/shopper/parts/icon.tsx'
import { Pause, usePause } from '#web/shopper/parts/pause.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { Support } from '#web/shopper/parts/support.tsx'
import { Way } from '#web/shopper/parts/way.tsx'
import { clockTime } from '#web/shopper/times.ts'
import { useBooking } from './booking.ts'
import { HowToPay } from './how-to-pay.tsx'
import { PriceTag } from './price-tag.tsx'
import { QueueNow } from './queue-now.tsx'
import { useSlotChoice } from './slot-choice.ts'

const drawings = {
  support: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h3v5h-3zM16.5 13.5h3v5h-3zM18 18.5c0 2-2.5 2.5-5 2.5',
}

/** One press books and pays. */
export function Payment() {
  const { world, say, clock } = useJourney()
  const { storefront, pass } = world
  const { busy, problem, paying, book, reorder, leavePaying } = useBooking()
  const hasSlots = storefront !== null && offersSlots(storefront)
  const slots = useLate('slots', hasSlots)
  const [choice, setChoice] = useSlotChoice()
  // The open order is paid in its own way, if the shop still has it.
  const [way, setGateway] = useState<GatewayName | null>(
    () => storefront?.gateways.find((name) => name === openGateway(pass)) ?? storefront?.gateways[0] ?? null,
  )
  const paused = usePause()
  const now = clock.now()
  const part = useLate('paying', paying !== null)
  useVerifiedNews()
  if (storefront === null) return null
  const ways = storefront.gateways
  const slot = hasSlots && choice.over === null ? (pass?.slot ?? null) : null
  const mustChoose = hasSlots && slot === null && !storefront.open.isOpen
  const held =
    slots && slot !== null && pass?.heldUntil
      ? {
          clock: <slots.HoldClock say={slots.say} slot={slot} until={pass.heldUntil} />,
          when: slots.whenWords(slot.startsAt, now, world, slots.say),
        }
      : null
  if (part && paying && paying.choice.gateway !== null)
    return (
      <part.Paying
        start={paying}
        gateway={paying.choice.gateway}
        say={part.say}
        reorder={reorder}
        leave={leavePaying}
        held={held}
        cash={
          ways.includes('cash') && slot === null
            ? () => book({ ...paying.choice, gateway: 'cash', seenPaise: inCash(paying.choice.seenPaise) })
            : null
        }
      />
    )
  const gateway = slot !== null && way === 'cash' ? (ways.find((name) => name !== 'cash') ?? null) : way
  // An order fixes what leaving costs, even if the shop has changed it since. Its price applies only to its own way to pay.
  const opened = pass?.payment?.state === 'created' ? pass.payment : null
  const order = opened?.gateway === gateway ? opened : null
  const fee = storefront.fee.totalPaise
  const limit = slot === null ? null : (pass?.refundUntil ?? null)
  const rule = !(opened ?? storefront.fee).refundOnLeave
    ? say('refundNo')
    : slots && limit !== null
      ? slots.refundRule(limit, now, world, slots.say)
      : say('refundYes')
  // An open order keeps its price when the shop becomes free.
  const isFree = fee === 0 && opened === null
  const price = order?.amountPaise ?? (gateway === 'cash' ? inCash(fee) : fee)

  return (
    <>
      <Bar />
      <div className="top top--wide" inert={busy}>
        <Way at="pay" free={false} />
        <h1 className="head" tabIndex={-1}>
          {say('titlePayment')}
        </h1>
        {paused !== null && <Pause paused={paused} ticketIsSafe={false} />}
        {hasSlots
          ? slots && <slots.When say={slots.say} onChange={setChoice} />
          : paused === null && (
              <p className="lead num">
                <QueueNow {...storefront} />
              </p>
            )}
        <PriceTag fee={storefront.fee} isFree={isFree} rule={rule} />
        {ways.length > 1 && !isFree && (
          <HowToPay
            gateways={ways}
            totalPaise={storefront.fee.totalPaise}
            chosen={gateway}
            onChoose={setGateway}
            {...(slots && (slot !== null || mustChoose) ? { noCash: slots.say('onlyNow') } : {})}
          />
        )}
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
            {storefront.shop.supportContact !== null && (
              <li>
                <Drawing path={drawings.support} />
                <span>
                  {say('perkSupport')} <Support />
                </span>
              </li>
            )}
          </ul>
        </section>
        <Three />
      </div>
      <footer className="dock">
        {problem !== null && (
          <div className="dock__problem">
            <Problem text={problem} />
          </div>
        )}
        {held?.clock}
        <p className="dock__price">
          <b className="num">{isFree ? say('free') : rupees(price)}</b>{' '}
          <span className="num">
            {slots && slot !== null
              ? slots.whenWords(slot.startsAt, now, world, slots.say)
              : slots && (mustChoose || choice.over !== null)
                ? slots.say('chooseTime')
                : pass?.heldUntil
                  ? say('heldUntil', { time: clockTime(pass.heldUntil, world) })
                  : say('joinNowSmall')}
          </span>
        </p>
        {slots && choice.over !== null ? (
          <button type="button" className="btn" disabled={choice.busy || paused !== null} onClick={choice.over.again}>
            {choice.busy && <Spinner />}
            {slots.say('holdAgain', { time: clockTime(choice.over.slot.startsAt, world) })}
          </button>
        ) : (
          <button
            type="button"
            className={`btn${busy ? ' btn--busy' : ''}`}
            disabled={busy || choice.busy || mustChoose || pass === null || paused !== null}
            aria-live="polite"
            onClick={() => book({ ...(hasSlots ? { slotId: slot?.id ?? null } : {}), gateway, seenPaise: price })}
          >
            {busy && <Spinner />}
            {say(busy ? 'processing' : 'bookAppointment')}
          </button>
        )}
      </footer>
    </>
  )
}

/** Cash is chosen again, because the shopper came back to choose. */
const openGateway = (pass: PassWire | null): GatewayName | null =>
  pass?.payment?.state === 'created' && pass.payment.gateway !== 'cash' ? pass.payment.gateway : null

/** The three words of the product's poster. The steps of this visit are at the top of the page. */
function Three() {
  const { say } = useJourney()
  return (
    <ul className="three">
      <li>{say('scanQr')}</li>
      <li>{say('bookSlot')}</li>
      <li>{say('priorityCheckout')}</li>
    </ul>
  )
}

/**
 * In a shop with a vendor, the verification leads here by loading this page, which ends its alert. This says it again: once, and only to a
 * person who comes from there.
 */
function useVerifiedNews(): void {
  const { world, say, alert } = useJourney()
  const tell = useEffectEvent(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const from = document.referrer === '' ? '' : new URL(document.referrer).pathname
    if (visit?.type === 'navigate' && from === addressOf('information', { ...world, counter: null })) alert(say('otpVerified'), 'ok')
  })
  useEffect(() => tell(), [])
}

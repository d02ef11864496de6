import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { spokenMobile } from '#contract/base/checks.ts'
import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import { calendarAddress } from '#web/data/shopper/slots.ts'
import { each, useNow } from '#web/live/use-now.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import type { World } from '#web/shopper/journey.ts'
import { useJourney, useLate } from '#web/shopper/journey-context.ts'
import { Drawing, Icon } from '#web/shopper/parts/icon.tsx'
import { usePause } from '#web/shopper/parts/pause.tsx'
import { Questions } from '#web/shopper/parts/support.tsx'
import type { HeldSlot } from '#web/shopper/payment/slot-choice.ts'
import { dayWords, spanWords, whenWords } from '#web/shopper/slots/slot-times.ts'
import { clockTime, daysAhead } from '#web/shopper/times.ts'
import { BookedRing } from './booked-ring.tsx'
import { BookedCancelSheet, BookedJoinSheet } from './booked-sheets.tsx'
import { comesBack } from './comes-back.ts'
import { KeepPosted } from './keep-posted.tsx'
import { Messages } from './messages.tsx'
import { Move } from './move-sheet.tsx'
import { NotConnected } from './not-connected.tsx'
import { ReceiptButton } from './receipt.tsx'

const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2'
const CALENDAR = 'M4.5 6h15v14h-15zM4.5 10h15M8.5 3.5V7M15.5 3.5V7'

const PIN = 'M12 21s6.5-5.6 6.5-11a6.5 6.5 0 1 0-13 0c0 5.4 6.5 11 6.5 11zM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z'

const MINUTE_MS = 60_000
/** Minutes before the slot from which they are counted down. */
const NEAR_MINUTES = 60
/** How long after the start of its slot a ticket may still be booked before its state is read again, in ms. */
const LATE_MS = 3000

export function Booked({ say, pass }: { say: Say<SlotTexts>; pass: PassWire }) {
  const { slot, number } = pass
  return slot === null || number === null ? null : <WithTime say={say} pass={pass} slot={slot} number={number} />
}

function WithTime({ say, pass, slot, number }: { say: Say<SlotTexts>; pass: PassWire; slot: HeldSlot; number: number }) {
  const { world, say: sayOfAll, clock } = useJourney()
  const promised = useLate('promise', pass.promise !== null)
  const now = useNow(clock.now, each(1000))
  const startsAt = Date.parse(slot.startsAt)
  const minutes = Math.max(0, Math.ceil((startsAt - now) / MINUTE_MS))
  const isToday = daysAhead(slot.startsAt, now, world) === 0
  const canMove = pass.moveUntil !== null && Date.parse(pass.moveUntil) > now
  const paused = usePause()
  const canJoin = paused === null && world.storefront?.open.isOpen === true
  useMissedStart(startsAt)

  const day = dayWords(slot.startsAt, world)
  const time = clockTime(slot.startsAt, world)
  return (
    <div className="sheet">
      <NotConnected />
      <article className="passcard">
        <h1 tabIndex={-1}>{sayOfAll('titleToken')}</h1>
        <BookedRing number={number} now={now} startsAt={startsAt} isNear={minutes <= NEAR_MINUTES} />
        <dl className="stub">
          <Fact name={say('yourTime')}>
            {time} <small className="booked__day">{isToday ? sayOfAll('today') : day}</small>
          </Fact>
          {minutes <= NEAR_MINUTES && (
            <Fact name={say('joinIn')}>
              {minutes} <small>{say('minutes')}</small>
            </Fact>
          )}
          <Fact name={say('counter')}>
            <small>{say('atTheCall')}</small>
          </Fact>
        </dl>
      </article>
      <section className="card">
        <div className="say">
          <Drawing path={CLOCK} />
          <div>
            <p className="num">
              <b>{say('bookedFor', { day: isToday ? sayOfAll('today') : day, range: spanWords(slot, world) })}</b>
            </p>
            <p>{startsAt <= now ? say('joiningNow') : say('joinsAlone')}</p>
          </div>
        </div>
        <Where address={pass.address ?? ''} world={world} />
        {promised && <promised.Ticket pass={pass} say={promised.say} />}
        <div className="say">
          <Icon name="message" />
          <div>
            <p className="num">{remindWords(pass, now, say, world)}</p>
            <p className="num">{sayOfAll('messageTo', { mobile: spokenMobile(pass.mobile) })}</p>
          </div>
        </div>
      </section>
      <div className="acts">
        {canMove && <Move say={say} pass={pass} slot={slot} />}
        {/* If it is refused, the token stays open. */}
        <a className="btn btn--quiet" href={calendarAddress(pass.id)} target="_blank" rel="noopener">
          <Drawing path={CALENDAR} />
          {say('calendar')}
        </a>
        {pass.receiptId !== null && <ReceiptButton receiptId={pass.receiptId} />}
        <KeepPosted />
        {canJoin && (
          <button type="button" className="btn btn--quiet" data-opens="now-sheet" onClick={(event) => doAtOnce(event.currentTarget)}>
            <Icon name="walk" />
            {say('joinNow')}
          </button>
        )}
        <button type="button" className="btn btn--leave" data-opens="leave-sheet" onClick={(event) => doAtOnce(event.currentTarget)}>
          {say('cancelBooking')}
        </button>
      </div>
      <p className="fine booked__until num">{limitWords(pass, canMove, now, say, world)}</p>
      {canJoin && <BookedJoinSheet say={say} pass={pass} slot={slot} />}
      <BookedCancelSheet say={say} pass={pass} slot={slot} canMove={canMove} />
      <Questions />
      <Messages pass={pass} />
    </div>
  )
}

/** A person who booked comes from elsewhere, and has no code to scan. */
function Where({ address, world }: { address: string; world: World }) {
  if (!world.storefront) return null
  const { name, place, mallTitle } = world.storefront.shop
  return (
    <div className="say">
      <Drawing path={PIN} />
      <div>
        <p>{listed([name, place])}</p>
        <p>{listed([mallTitle, address])}</p>
      </div>
    </div>
  )
}

const listed = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}

/** Until when it can be moved, and until when the fee comes back; mostly both are the same. */
function limitWords(pass: PassWire, canMove: boolean, now: number, say: Say<SlotTexts>, world: World): string {
  const { payment, refundUntil } = pass
  const moveUntil = canMove ? pass.moveUntil : null
  const when = (at: string) => whenWords(at, now, world, say)
  const move = moveUntil === null ? [] : [say('moveUntil', { when: when(moveUntil) })]
  if (payment?.state !== 'captured' || refundUntil === null) return move.join('')
  if (!comesBack(pass, now)) return [...move, say('cancelNoFee')].join(' ')
  if (moveUntil === refundUntil) return say('feeBack', { when: when(refundUntil) })
  return [...move, say('cancelBack', { amount: rupees(payment.amountPaise), when: when(refundUntil) })].join(' ')
}

function remindWords({ remindAt }: PassWire, now: number, say: Say<SlotTexts>, world: World): string {
  if (remindAt === null || Date.parse(remindAt) <= now) return say('reminded')
  const time = clockTime(remindAt, world)
  return daysAhead(remindAt, now, world) === 0 ? say('remind', { time }) : say('remindDay', { day: dayWords(remindAt, world), time })
}

/** The slot has begun, but the pass is still booked: the event was lost, so the pass is read until it has joined. */
function useMissedStart(startsAt: number): void {
  const { clock, refreshPass } = useJourney()
  const [times, again] = useState(0)
  const read = useEffectEvent(() => refreshPass().catch(() => undefined))
  useEffect(() => {
    // Browser timers can wait for 24 days at most; until then the page is loaded again.
    const wait = Math.min(Math.max(startsAt - clock.now(), 0) + LATE_MS * (times + 1), 86_400_000)
    const timer = setTimeout(() => {
      read()
      again((n) => Math.min(n + 1, 10))
    }, wait)
    return () => clearTimeout(timer)
  }, [startsAt, times, clock])
}

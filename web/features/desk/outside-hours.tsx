import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { languages } from '#contract/base/locale.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import { useDeskState } from '#web/data/desk.ts'
import { useEndBookings } from '#web/data/shops.ts'
import { useShop } from '#web/data/storefront.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { tell } from '#web/ui/tell.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { failureWords } from '#web/words/failure.ts'
import { groupedMobile } from '#web/words/mobile.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'
import './outside-hours.css'

/** Bookings that stayed when the hours changed: staff call these people, or the owner ends the bookings. */
export function OutsideHours({ shopId, canEnd }: { shopId: string; canEnd: boolean }) {
  const timeZone = useShop(shopId).data?.shop.timeZone
  const known = useDeskState(shopId).data?.outside
  const list = known ?? []
  const panel = useRef<HTMLElement>(null)
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    // The owner has just saved other hours, far below.
    if (canEnd && before.current === 0 && list.length > 0) panel.current?.focus()
    before.current = known ? list.length : undefined
  }, [canEnd, known, list.length])
  const [asking, setAsking] = useState(false)
  const end = useEndBookings(shopId, {
    onSuccess({ count }) {
      setAsking(false)
      tell({ topic: 'bookings', text: sayOfDesk('bookingsEnded', { count }), close: say('closeMessage') })
    },
  })
  const when = (at: Date) =>
    `${zoned(at.getTime(), languages[ownLocale].format, timeZone ?? 'UTC', { weekday: 'short', day: 'numeric', month: 'short' })}, ${timeOfDay(at.getTime(), timeZone)}`
  return (
    <>
      {list.length > 0 && timeZone !== undefined && (
        <section className="outside-hours" aria-labelledby="outside-hours" tabIndex={-1} ref={panel}>
          <h2 className="cap" id="outside-hours">
            {sayOfDesk('outsideHours')} <span className="num">{list.length}</span>
          </h2>
          <p>{sayOfDesk('outsideHoursText')}</p>
          <ul>
            {list.map((one) => (
              <li key={one.ticketId}>
                <b className="num">{one.number ?? '–'}</b>
                <span className="outside-hours__who">
                  {one.name} <span className="num muted">{groupedMobile(one.mobile)}</span>
                </span>
                {one.startsAt !== null && <span className="outside-hours__when num">{when(one.startsAt)}</span>}
              </li>
            ))}
          </ul>
          {canEnd && (
            <Button
              className="bad"
              onClick={() => {
                end.reset()
                setAsking(true)
              }}
            >
              {sayOfDesk('endBookings')}
            </Button>
          )}
        </section>
      )}
      <Confirm
        opened={asking}
        title={sayOfDesk('endBookingsTitle')}
        words={{ yes: sayOfDesk('endBookingsYes', { count: list.length }), no: sayOfDesk('endBookingsNo'), close: say('closeMessage') }}
        busy={end.isPending}
        failure={end.error ? failureWords(end.error) : null}
        onYes={() => end.mutate(null)}
        onNo={() => setAsking(false)}
      >
        {sayOfDesk('endBookingsAsk')}
      </Confirm>
    </>
  )
}

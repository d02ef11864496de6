import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { languages } from '#contract/base/locale.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import { useDeskState } from '#web/data/desk.ts'
import { useEndBookings } from '#web/data/shops.ts'
import { useShop } from '#web/data/storefront.ts'
import { Confirm, focusAfterQuestion } from '#web/ui/confirm.tsx'
import { SideList, SidePerson } from '#web/ui/side-list.tsx'
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
  const { count, first } = known ?? { count: 0, first: [] }
  const panel = useRef<HTMLElement>(null)
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    // The owner has just saved other hours, far below.
    if (canEnd && before.current === 0 && count > 0) panel.current?.focus()
    before.current = known?.count
  }, [canEnd, known, count])
  // The words of the question stay while it closes.
  const [asked, setAsked] = useState({ open: false, count: 0 })
  const close = () => setAsked((one) => ({ ...one, open: false }))
  const end = useEndBookings(shopId, {
    onSuccess({ count: ended }) {
      close()
      focusAfterQuestion(() => document.querySelector<HTMLElement>('.settings input'))
      tell({ topic: 'bookings', text: sayOfDesk('bookingsEnded', { count: ended }), close: say('closeMessage') })
    },
  })
  return (
    <>
      {count > 0 && timeZone !== undefined && (
        <SideList
          name="outside-hours"
          title={sayOfDesk('outsideHours')}
          count={count}
          about={<p>{sayOfDesk('outsideHoursText')}</p>}
          ways={
            canEnd && (
              <Button
                className="bad outside-hours__end"
                onClick={() => {
                  end.reset()
                  setAsked({ open: true, count })
                }}
              >
                {sayOfDesk('endBookings')}
              </Button>
            )
          }
          ref={panel}
        >
          {first.map((one) => (
            <li key={one.ticketId}>
              <SidePerson number={one.number} name={one.name} mobile={groupedMobile(one.mobile)} />
              <span className="outside-hours__when num">{when(one.startsAt, timeZone)}</span>
            </li>
          ))}
        </SideList>
      )}
      <Confirm
        opened={asked.open}
        title={sayOfDesk('endBookingsTitle')}
        words={{ yes: sayOfDesk('endBookingsYes', { count: asked.count }), no: sayOfDesk('endBookingsNo'), close: say('closeMessage') }}
        busy={end.isPending}
        failure={end.error ? failureWords(end.error) : null}
        onYes={() => end.mutate(null)}
        onNo={close}
      >
        {sayOfDesk('endBookingsAsk')}
      </Confirm>
    </>
  )
}

const when = (at: Date, timeZone: string): string =>
  `${zoned(at.getTime(), languages[ownLocale].format, timeZone, { weekday: 'short', day: 'numeric', month: 'short' })}, ${timeOfDay(at.getTime(), timeZone)}`

import { Button, Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import { type CashCount, type Drawer, useCash } from '#web/data/cash.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { focusAfterQuestion } from '#web/ui/confirm.tsx'
import { sayOfCash } from '#web/words/cash.ts'
import { CashSlip } from './cash-slip.tsx'
import { CountCash } from './count-cash.tsx'
import { differenceWord, drawerName, sinceWord } from './drawer-words.ts'
import './cash.css'

interface Props {
  /** Of a mall or a shop. */
  id: string
  day: string | undefined
  /** Only then is what has not been counted yet shown: it is of now. */
  isToday: boolean
}

/** The cash of the counters, for the owner. A place that takes no cash shows nothing. */
export function CashOfDay({ id, day, isToday }: Props) {
  const found = useCash(id, day)
  const [slip, setSlip] = useState<CashCount | null>(null)
  const [asked, setAsked] = useState<{ drawer: Drawer; opened: boolean } | null>(null)
  const head = useRef<HTMLHeadingElement>(null)
  if (!found.data) return found.isError ? <ReadFailure text={sayOfCash('unread')} retry={found.refetch} /> : null
  const { counts, timeZone } = found.data
  const uncounted = isToday ? found.data.uncounted : []
  const isEmpty = counts.length === 0 && uncounted.length === 0
  const close = () => {
    setAsked((one) => one && { ...one, opened: false })
    // The button that opened the question may be gone with its row.
    focusAfterQuestion(() => head.current)
  }
  return (
    <>
      {!isEmpty && (
        <section className="panel cash-day" aria-labelledby="cash">
          <div className="cash-day__head">
            <h2 id="cash" ref={head} tabIndex={-1}>
              {sayOfCash('cash')}
            </h2>
            {isToday && <p className="muted num">{uncountedWord(uncounted)}</p>}
          </div>
          {uncounted.length > 0 && (
            <ul aria-label={sayOfCash('uncounted')}>
              {uncounted.map((one) => (
                <Uncounted
                  key={`${one.shopId} ${one.counterId}`}
                  drawer={one}
                  timeZone={timeZone}
                  ask={() => setAsked({ drawer: one, opened: true })}
                />
              ))}
            </ul>
          )}
          {counts.length > 0 && (
            <ul aria-label={sayOfCash('countsOf')}>
              {counts.map((one) => (
                <Count key={one.id} count={one} timeZone={timeZone} show={() => setSlip(one)} />
              ))}
            </ul>
          )}
        </section>
      )}
      {asked && <CountCash opened={asked.opened} shopId={asked.drawer.shopId} counterId={asked.drawer.counterId} close={close} />}
      <Modal
        opened={slip !== null}
        centered
        onClose={() => setSlip(null)}
        title={sayOfCash('slip')}
        closeButtonProps={{ 'aria-label': sayOfCash('close') }}
      >
        {slip && <CashSlip isNew={false} count={slip} timeZone={timeZone} close={() => setSlip(null)} />}
      </Modal>
    </>
  )
}

function uncountedWord(drawers: readonly Drawer[]): string {
  const paise = drawers.reduce((sum, { takenPaise, handedBackPaise }) => sum + takenPaise - handedBackPaise, 0)
  return drawers.length === 0 ? sayOfCash('allCounted') : sayOfCash('notCounted', { amount: rupees(paise) })
}

function Uncounted({ drawer, timeZone, ask }: { drawer: Drawer; timeZone: string; ask: () => void }) {
  const { shopName, since, expectedPaise } = drawer
  const name = `${shopName}, ${drawerName(drawer)}`
  return (
    <li className="cash-day__drawer">
      <div>
        <b>{name}</b>
        <span className="muted num">{sinceWord(since, timeZone)}</span>
      </div>
      <span className="num">{sayOfCash('drawerNow', { amount: rupees(expectedPaise) })}</span>
      <Button size="compact-sm" aria-label={sayOfCash('countDrawer', { drawer: name })} onClick={ask}>
        {sayOfCash('count')}
      </Button>
    </li>
  )
}

function Count({ count, timeZone, show }: { count: CashCount; timeZone: string; show: () => void }) {
  const { shopName, countedAt, countedBy, countedPaise, expectedPaise } = count
  const time = timeOfDay(countedAt.getTime(), timeZone)
  const drawer = `${shopName}, ${drawerName(count)}`
  const difference = countedPaise - expectedPaise
  return (
    <li className="cash-day__drawer">
      <div>
        <b>{drawer}</b>
        <span className="muted num">{sayOfCash('countedAt', { time, name: countedBy })}</span>
      </div>
      <div className="num">
        <span>{sayOfCash('countedOf', { counted: rupees(countedPaise), expected: rupees(expectedPaise) })}</span>
        <span className="cash__difference" data-off={difference !== 0 || undefined}>
          {differenceWord(difference)}
        </span>
      </div>
      <Button size="compact-sm" aria-label={sayOfCash('openSlip', { drawer, time })} onClick={show}>
        {sayOfCash('showSlip')}
      </Button>
    </li>
  )
}

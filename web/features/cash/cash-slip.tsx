import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { CashCount } from '#web/data/cash.ts'
import { focused } from '#web/ui/focused.ts'
import { sayOfCash } from '#web/words/cash.ts'
import { moment } from '#web/words/moment.ts'
import { CashLines } from './cash-lines.tsx'
import { differenceWord, drawerLines, drawerName, sinceWord } from './drawer-words.ts'
import './cash.css'

/** While a slip is shown, a print has nothing else. */
const PRINTS = 'cash-prints'

interface Props {
  count: CashCount
  timeZone: string
}

/** A count, as it is on paper. `isNew`: it has just been recorded. */
export function CashSlip({ close, isNew, ...slip }: Props & { isNew: boolean; close: () => void }) {
  useEffect(() => {
    document.documentElement.classList.add(PRINTS)
    return () => document.documentElement.classList.remove(PRINTS)
  }, [])
  return (
    <div className="cash">
      <p role="status" className="cash__recorded">
        {isNew && sayOfCash('recorded')}
      </p>
      <Slip {...slip} />
      {createPortal(
        <div className="cash-paper">
          <Slip {...slip} />
        </div>,
        document.body,
      )}
      <div className="ask__ways">
        <Button onClick={close}>{sayOfCash('done')}</Button>
        <Button variant="filled" ref={focused} onClick={() => self.print()}>
          {sayOfCash('print')}
        </Button>
      </div>
    </div>
  )
}

/** With lines for two signatures. It fits a receipt printer of 80 mm and any larger paper. */
function Slip({ count, timeZone }: Props) {
  const { shopName, since, countedAt, countedBy, expectedPaise, countedPaise, leftPaise, note } = count
  const found = [...drawerLines(count), [sayOfCash('expected'), expectedPaise], [sayOfCash('counted'), countedPaise]] as const
  const then = [
    [sayOfCash('left'), leftPaise],
    [sayOfCash('out'), countedPaise - leftPaise],
  ] as const
  return (
    <article className="cash-slip" aria-label={sayOfCash('slip')}>
      <h3>{sayOfCash('slip')}</h3>
      <p>
        <b>{shopName}</b>, {drawerName(count)}
      </p>
      <p className="num">{sayOfCash('slipAt', { time: moment(countedAt, timeZone) })}</p>
      <p className="muted num">{sinceWord(since, timeZone)}</p>
      <dl className="cash__lines num">
        <CashLines lines={found} />
        <div className="cash__sum">
          <dt>{sayOfCash('difference')}</dt>
          <dd>{differenceWord(countedPaise - expectedPaise)}</dd>
        </div>
        <CashLines lines={then} />
      </dl>
      {note !== '' && (
        <p className="cash-slip__note">
          {sayOfCash('note')}: {note}
        </p>
      )}
      <p className="cash-slip__sign">
        {sayOfCash('countedBy')}: {countedBy}
      </p>
      <p className="cash-slip__sign">{sayOfCash('checkedBy')}:</p>
    </article>
  )
}

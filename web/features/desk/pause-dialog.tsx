import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { type PauseReason, pauseReasons } from '#contract/queue/queue.ts'
import { CarpetMark } from '#web/ui/carpet.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { otherLocale } from '#web/words/own-locale.ts'
import { sayOfPause, sayOfPauseToo } from '#web/words/pause.ts'
import { pauseLines } from '#web/words/pause-lines.ts'
import { say } from '#web/words/words.ts'
import { untilChoices } from './until-choices.ts'
import './pause-dialog.css'

const OPEN_END = 'open'

export interface PauseDialogProps {
  opened: boolean
  shop: string
  waiting: number
  now: number
  time: (at: number) => string
  busy: boolean
  failure: string | null
  onPause: (pause: { reason: PauseReason; until: string | null }) => void
  onClose: () => void
}

/** Asks for the reason and the end of a pause, shows what shoppers will see, and then pauses the queue. */
export function PauseDialog({ opened, onClose, ...rest }: PauseDialogProps) {
  return (
    <Modal
      className="pause-dialog"
      opened={opened}
      onClose={onClose}
      size="44rem"
      centered
      title={sayOfDesk('pauseTitle')}
      closeButtonProps={{ 'aria-label': say('closeMessage') }}
    >
      <PauseForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function PauseForm({ shop, waiting, now, time, busy, failure, onPause, onClose }: Omit<PauseDialogProps, 'opened'>) {
  const untilId = useId()
  const [reason, setReason] = useState<PauseReason>('break')
  // Computed once when the dialog opens, so that a choice does not change while the person presses it.
  const [choices] = useState(() => untilChoices(now))
  const [end, setEnd] = useState(() => String(choices[1]))
  const until = end === OPEN_END ? null : new Date(Number(end)).toISOString()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onPause({ reason, until })
      }}
    >
      <p className="muted">{waiting === 0 ? sayOfDesk('pauseHintNobody') : sayOfDesk('pauseHint', { count: waiting })}</p>
      <div className="pause-dialog__sides">
        <div>
          <fieldset>
            <legend className="cap">{sayOfDesk('pauseReason')}</legend>
            {pauseReasons.map((one) => (
              <label key={one} className="pause-dialog__reason">
                <input
                  type="radio"
                  name="reason"
                  value={one}
                  checked={reason === one}
                  data-autofocus={reason === one || undefined}
                  onChange={() => setReason(one)}
                />
                {sayOfDesk(`reason_${one}`)}
              </label>
            ))}
          </fieldset>
          <p className="pause-dialog__until" id={untilId}>
            {sayOfDesk('pauseUntil')}
          </p>
          <SegmentedControl
            classNames={{ root: 'pause-dialog__choices', label: 'pause-dialog__choice', indicator: 'pause-dialog__chosen' }}
            fullWidth
            withItemsBorders={false}
            aria-labelledby={untilId}
            value={end}
            onChange={setEnd}
            data={[...choices.map((at) => ({ value: String(at), label: time(at) })), { value: OPEN_END, label: sayOfDesk('openEnd') }]}
          />
        </div>
        <Preview shop={shop} paused={{ reason, until }} time={time} />
      </div>
      <Trouble>{failure}</Trouble>
      <div className="ask__ways">
        <Button onClick={onClose}>{sayOfDesk('pauseCancel')}</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {sayOfDesk('pauseNow')}
        </Button>
      </div>
    </form>
  )
}

/** The text that shoppers will read, in both languages. */
function Preview({
  shop,
  paused,
  time,
}: Pick<PauseDialogProps, 'shop' | 'time'> & { paused: { reason: PauseReason; until: string | null } }) {
  const told = (at: string) => time(Date.parse(at))
  const own = pauseLines(sayOfPause, paused, told)
  const too = pauseLines(sayOfPauseToo, paused, told)
  return (
    <section className="pause-dialog__seen" aria-label={sayOfDesk('whatTheySee')}>
      <h3 className="cap">{sayOfDesk('whatTheySee')}</h3>
      <div className="night pause-dialog__card" aria-live="polite">
        <p className="pause-dialog__shop">
          <CarpetMark /> {shop}
        </p>
        <p className="pause-dialog__title">{own.title}</p>
        <p>
          {own.why} {own.end}
        </p>
        <p className="pause-dialog__too" lang={otherLocale}>
          {too.title}. {too.why} {too.end}
        </p>
      </div>
      <p className="muted">{sayOfDesk('whereTheySee')}</p>
    </section>
  )
}

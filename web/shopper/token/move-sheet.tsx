import { useEffect, useRef, useState } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import type { NearSlot } from '#web/api/call.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { Sheet } from '#web/shopper/parts/sheet.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import type { HeldSlot } from '#web/shopper/payment/slot-choice.ts'
import { SlotPicker } from '#web/shopper/slots/slot-picker.tsx'
import { refundRule, whenWords } from '#web/shopper/slots/slot-times.ts'
import { clockTime } from '#web/shopper/times.ts'
import { comesBack } from './comes-back.ts'
import { useSlotChange } from './use-slot-change.ts'

const MOVE = 'M4.5 6h15v14h-15zM4.5 10h15M8.5 3.5V7M15.5 3.5V7M9 15h6M12.8 12.7 15 15l-2.2 2.3'

/** The old slot is given up only at the moment when the new one is got. */
export function Move({ say, pass, slot }: { say: Say<SlotTexts>; pass: PassWire; slot: HeldSlot }) {
  const { world, alert, clock } = useJourney()
  const { busy, refused, change, forget } = useSlotChange(pass)
  const [wanted, setWanted] = useState<NearSlot | null>(null)
  const [isOpen, setOpen] = useState(false)
  const now = clock.now()
  const sheet = useRef<HTMLDialogElement>(null)
  const old = clockTime(slot.startsAt, world)
  const words = wanted === null ? '' : whenWords(wanted.startsAt, now, world, say)

  const ruleOf = ({ startsAt }: NearSlot): string => {
    const minutes = world.storefront?.booking?.moveUntilMinutes
    if (minutes === undefined || !comesBack(pass, now)) return ''
    return refundRule(new Date(Date.parse(startsAt) - minutes * 60_000).toISOString(), now, world, say)
  }

  // A press may have opened it before the hydration.
  useEffect(() => {
    if (sheet.current?.open) setOpen(true)
  }, [])

  return (
    <>
      <button
        type="button"
        className="btn btn--quiet"
        data-opens="move-sheet"
        onClick={(event) => {
          doAtOnce(event.currentTarget)
          setOpen(true)
        }}
      >
        <Drawing path={MOVE} />
        {say('move')}
      </button>
      <Sheet
        ref={sheet}
        id="move-sheet"
        title={say('moveTitle')}
        onClose={() => {
          setOpen(false)
          setWanted(null)
          forget()
        }}
      >
        {isOpen && (
          <fieldset className="plain">
            <legend className="vh">{say('time')}</legend>
            <SlotPicker
              say={say}
              choice={{
                name: 'move',
                chosen: wanted?.id ?? null,
                mine: { id: slot.id, startsAt: slot.startsAt, word: say('yoursNow'), isFixed: true },
                trouble: refused,
                onChoose: (chosen) => {
                  forget()
                  setWanted(chosen)
                },
              }}
            />
          </fieldset>
        )}
        <p className="fine num">
          {say('moveText', { old })} {say('moveTwice')} {wanted !== null && ruleOf(wanted)}
        </p>
        <button
          type="button"
          className={`btn num${busy ? ' btn--busy' : ''}`}
          disabled={busy || wanted === null}
          onClick={() => {
            if (wanted === null) return
            change(wanted.id, () => {
              sheet.current?.close()
              alert(say('moved', { time: words }), 'ok')
            })
          }}
        >
          {busy && <Spinner />}
          {wanted === null ? say('moveToNone') : say('moveTo', { time: words })}
        </button>
        <button type="button" className="btn btn--leave num" onClick={() => sheet.current?.close()}>
          {say('keep', { time: old })}
        </button>
      </Sheet>
    </>
  )
}

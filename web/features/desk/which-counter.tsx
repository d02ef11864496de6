import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CounterState } from '#web/data/desk.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import './which-counter.css'

const NONE = 'none'

export interface WhichCounterProps {
  counters: readonly CounterState[]
  /** The preselected counter: this device's, or the last one of this browser. */
  chosen: string | null
  busy: boolean
  failure: string | null
  /** Called with the counter, or with null for none. */
  onChoose: (counterId: string | null) => void
  /** Returns to the desk; absent when the question is asked for the first time. */
  onCancel?: (() => void) | undefined
}

/**
 * Asks which counter this device is at, instead of the blue button. In this form, arrow keys choose and Enter submits. In the meantime
 * the table still works, and its calls go to a free counter.
 */
export function WhichCounter({ counters, chosen, busy, failure, off, onChoose, onCancel }: WhichCounterProps & { off: boolean }) {
  const [choice, setChoice] = useState(() => firstChoice(counters, chosen))
  const counter = counters.find(({ id }) => id === choice)
  return (
    <form
      className="which-counter"
      aria-labelledby="which-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !off) onChoose(counter?.id ?? null)
      }}
    >
      <h2 id="which-title">{sayOfDesk('whichCounter')}</h2>
      <p>{sayOfDesk('whichCounterHint')}</p>
      <fieldset>
        <legend className="hidden">{sayOfDesk('counterChoice')}</legend>
        {counters.map((one) => (
          <label key={one.id} className="which-counter__one">
            <input
              type="radio"
              name="counter"
              value={one.id}
              checked={choice === one.id}
              ref={startAtChoice}
              onChange={() => setChoice(one.id)}
            />
            <span className="which-counter__name">{one.name}</span> <small>{whoIsAt(one)}</small>
          </label>
        ))}
        <label className="which-counter__one which-counter__one--none">
          <input type="radio" name="counter" value={NONE} checked={choice === NONE} onChange={() => setChoice(NONE)} />
          <span className="which-counter__name">{sayOfDesk('noCounter')}</span> <small>{sayOfDesk('noCounterHint')}</small>
        </label>
      </fieldset>
      <Trouble>{failure}</Trouble>
      <div className="which-counter__ways">
        <Button type="submit" variant="filled" size="md" disabled={off} loading={busy}>
          {counter ? sayOfDesk('workAt', { counter: counter.name }) : sayOfDesk('workAtNone')}
        </Button>
        {onCancel && (
          <Button size="md" onClick={onCancel}>
            {sayOfDesk('pauseCancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Focuses the chosen counter, unless another element has the focus. Defined once, because React runs a new ref function at each render. */
function startAtChoice(input: HTMLInputElement | null): void {
  if (input?.checked && document.activeElement === document.body) input.focus({ preventScroll: true })
}

/** The preselected counter, else the first one where no one works, else the first one. */
function firstChoice(counters: readonly CounterState[], chosen: string | null): string {
  const known = counters.find(({ id }) => id === chosen)
  return (known ?? counters.find(({ people }) => people.length === 0) ?? counters[0])?.id ?? NONE
}

function whoIsAt({ people, token, isOpen }: CounterState): string {
  const names = [...new Set(people)].join(', ')
  if (names === '') return sayOfDesk(isOpen ? 'nobodyHere' : 'counterClosed')
  return token === null ? names : sayOfDesk('atCounterWith', { names, number: token })
}

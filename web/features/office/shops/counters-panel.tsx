import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { roomFor } from '#contract/base/letters.ts'
import { trimmed } from '#contract/base/typed.ts'
import { type Counter, useAddCounter, useRemoveCounter, useRenameCounter, useSwitchCounter } from '#web/data/counters.ts'
import type { ShopPlace } from '#web/data/shops.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RenameForm } from '#web/forms/rename-form.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { failureWords } from '#web/words/failure.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import '#web/ui/things.css'

export function CountersPanel({ place }: { place: ShopPlace }) {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Counter | null>(null)
  const addition = useAddCounter(place.shopId, { onSuccess: () => setName('') })
  const change = useSwitchCounter()
  const renameCounter = useRenameCounter()
  const removal = useRemoveCounter({ onSuccess: () => setLeaving(null) })
  const leave = () => {
    setLeft(renamed)
    setRenamed(null)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    setMissing(trimmed(name) === '')
    if (trimmed(name) !== '') addition.mutate(name.trim())
  }
  return (
    <section className="panel" aria-label={sayOfPlaces('counters')}>
      <form className="things__add" noValidate onSubmit={add}>
        <TextInput
          label={sayOfPlaces('newCounter')}
          placeholder={sayOfPlaces('counterExample', { number: place.counters.length + 1 })}
          maxLength={roomFor(40)}
          value={name}
          error={missing ? sayOfPlaces('nameMissing') : addition.isError && failureWords(addition.error)}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setMissing(false)
            addition.reset()
          }}
        />
        <Button type="submit" variant="outline" leftSection={<Icon name="plus" />} loading={addition.isPending}>
          {sayOfPlaces('addCounter')}
        </Button>
      </form>
      <FormFailure failure={change.error} />
      {place.counters.length === 0 && <p className="nothing">{sayOfPlaces('noCounters')}</p>}
      <ul className="things">
        {place.counters.map((counter) => (
          <li key={counter.id}>
            {renamed === counter.id ? (
              <RenameForm
                name={counter.name}
                maxLength={roomFor(40)}
                rename={(name) => renameCounter(counter.id, name)}
                cancel={leave}
                saved={leave}
              />
            ) : (
              <>
                <span className="things__what">
                  <b id={`counter-${counter.id}`}>{counter.name}</b>
                </span>
                <div className="things__acts">
                  <Switch
                    label={sayOfPlaces(counter.isOpen ? 'counterOpen' : 'counterClosed')}
                    aria-describedby={`counter-${counter.id}`}
                    checked={counter.isOpen}
                    disabled={change.isPending}
                    onChange={() => change.mutate(counter)}
                  />
                  {/* After renaming, the focus returns to this button. */}
                  <Button aria-describedby={`counter-${counter.id}`} autoFocus={counter.id === left} onClick={() => setRenamed(counter.id)}>
                    {sayOfPlaces('rename')}
                  </Button>
                  <Button variant="subtle" color="gray" aria-describedby={`counter-${counter.id}`} onClick={() => setLeaving(counter)}>
                    {sayOfPlaces('remove')}
                  </Button>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        opened={leaving !== null}
        title={sayOfPlaces('removeCounter')}
        words={{ yes: sayOfPlaces('removeCounter'), no: sayOfPlaces('cancel'), close: say('closeMessage') }}
        busy={removal.isPending}
        failure={removal.isError ? failureWords(removal.error) : null}
        onYes={() => leaving && removal.mutate(leaving)}
        onNo={() => {
          removal.reset()
          setLeaving(null)
        }}
      >
        {leaving && sayOfPlaces('removeCounterAsk', { counter: leaving.name })}
      </Confirm>
    </section>
  )
}

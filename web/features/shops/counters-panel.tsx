import { Button, Switch, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useContext, useState } from 'react'
import { failureWords } from '../../session/failure-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { Words } from '../../session/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { createCounter, deleteCounter, type ShopPlace, updateCounter } from './api.ts'
import '../../ui/things.css'

type Counter = ShopPlace['counters'][number]

/** A shop's billing counters: add, rename, open or close, remove. `changed` is told after each change. */
export function CountersPanel({ place, changed }: { place: ShopPlace; changed: () => void }) {
  const { say, locale } = useContext(Words)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Counter | null>(null)
  const addition = useMutation({
    mutationFn: (given: string) => createCounter(place.shopId, given),
    onSuccess: () => {
      setName('')
      changed()
    },
  })
  const change = useMutation({
    mutationFn: ({ id, isOpen }: Counter) => updateCounter(id, { isOpen: !isOpen }),
    onSuccess: changed,
  })
  const removal = useMutation({
    mutationFn: ({ id }: Counter) => deleteCounter(id),
    onSuccess: () => {
      setLeaving(null)
      changed()
    },
  })
  const leave = () => {
    setLeft(renamed)
    setRenamed(null)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') addition.mutate(name.trim())
  }
  return (
    <section className="panel" aria-label={sayOfPlaces('counters')}>
      <form className="things__add" noValidate onSubmit={add}>
        <TextInput
          label={sayOfPlaces('newCounter')}
          placeholder={sayOfPlaces('counterExample', { number: place.counters.length + 1 })}
          maxLength={40}
          value={name}
          error={missing ? sayOfPlaces('nameMissing') : addition.isError && failureWords(say, locale, addition.error)}
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
              <Rename
                counter={counter}
                cancel={leave}
                saved={() => {
                  leave()
                  changed()
                }}
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
                  {/* Whoever leaves the renaming is back where it began. */}
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
        failure={removal.isError ? failureWords(say, locale, removal.error) : null}
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

function Rename({ counter, saved, cancel }: { counter: Counter; saved: () => void; cancel: () => void }) {
  const { say, locale } = useContext(Words)
  const [name, setName] = useState(counter.name)
  const save = useMutation({ mutationFn: (given: string) => updateCounter(counter.id, { name: given }), onSuccess: saved })
  return (
    <form
      className="things__rename"
      noValidate
      onKeyDown={getHotkeyHandler([['Escape', cancel]])}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save.mutate(name.trim())
      }}
    >
      <TextInput
        aria-label={sayOfPlaces('newNameOf', { name: counter.name })}
        maxLength={40}
        autoFocus
        value={name}
        error={name.trim() === '' ? sayOfPlaces('nameMissing') : save.isError && failureWords(say, locale, save.error)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={save.isPending}>
        {sayOfPlaces('save')}
      </Button>
      <Button onClick={cancel}>{sayOfPlaces('cancel')}</Button>
    </form>
  )
}

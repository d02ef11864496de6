import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_TIME_ZONE } from '../../../contract/time.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { type Overview, updateMallDetails } from './api.ts'

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** The mall's name, what its receipts need of the seller, and its time zone. */
export function SellerForm({ overview, saved, cancel }: { overview: Overview; saved: () => void; cancel: () => void }) {
  const [listed, setListed] = useState(false)
  const form = useForm({
    initialValues: {
      title: overview.title,
      legalName: overview.legalName,
      address: overview.address,
      gstin: overview.gstin ?? '',
      timeZone: overview.timeZone,
    },
    validate: {
      title: (text) => (text.trim() === '' ? sayOfPlaces('titleMissing') : null),
      // One that is there already stays as it is: the demo's is marked as such and no real one.
      gstin: (text) => {
        const given = text.trim().toUpperCase()
        return given === '' || given === overview.gstin || GSTIN.test(given) ? null : sayOfPlaces('gstinWrong')
      },
    },
  })
  const save = useMutation({
    mutationFn: ({ gstin, ...details }: typeof form.values) =>
      updateMallDetails(overview.id, gstin.trim().toUpperCase() === (overview.gstin ?? '') ? details : { ...details, gstin }),
    onSuccess: saved,
    onError: useRefusedFields(form),
  })
  const zone = form.getInputProps('timeZone')
  return (
    <form
      className="panel form"
      aria-labelledby="seller-form"
      noValidate
      onKeyDown={getHotkeyHandler([['Escape', cancel]])}
      onSubmit={form.onSubmit((values) => save.mutate(values), focusFirst(form))}
    >
      <h2 id="seller-form">{sayOfPlaces('sellerTitle')}</h2>
      <p className="form__hint">{sayOfPlaces('sellerHint')}</p>
      <FormFailure failure={save.error} />
      <TextInput label={sayOfPlaces('mallName')} maxLength={80} required withAsterisk={false} autoFocus {...form.getInputProps('title')} />
      <TextInput label={sayOfPlaces('legalName')} maxLength={120} {...form.getInputProps('legalName')} />
      <Textarea label={sayOfPlaces('address')} rows={2} maxLength={300} {...form.getInputProps('address')} />
      <TextInput
        label={sayOfPlaces('gstin')}
        description={sayOfPlaces('gstinHint')}
        maxLength={15}
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('gstin')}
      />
      <Select
        label={sayOfPlaces('timeZone')}
        description={sayOfPlaces('timeZoneHint')}
        data={timeZones(overview.timeZone)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={sayOfPlaces('noZoneFits')}
        limit={ZONES_SHOWN}
        onDropdownOpen={() => setListed(true)}
        onDropdownClose={() => setListed(false)}
        // Escape closes the list, and only without a list the form.
        onKeyDown={(event) => event.key === 'Escape' && listed && event.stopPropagation()}
        {...zone}
        // What is typed is looked for instead of the zone that stands there. A click would put the cursor into it after the focus.
        onFocus={(event) => {
          zone.onFocus?.(event)
          event.currentTarget.select()
        }}
        onClick={(event) => event.currentTarget.select()}
      />
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {sayOfPlaces('save')}
        </Button>
        <Button onClick={cancel}>{sayOfPlaces('cancel')}</Button>
      </div>
    </form>
  )
}

/** More than anyone scrolls through; the rest is found by typing. */
const ZONES_SHOWN = 60

/** The zones this browser knows, India's first; with the mall's own, as names change over time (`Asia/Calcutta`, `Asia/Kolkata`). */
const timeZones = (own: string) =>
  [...new Set([DEFAULT_TIME_ZONE, own, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    // as a city of two words is typed
    label: value.replaceAll('_', ' '),
  }))

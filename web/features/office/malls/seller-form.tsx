import { Button, NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useState } from 'react'
import { isGstin } from '#contract/base/checks.ts'
import { roomFor } from '#contract/base/letters.ts'
import { gstRates } from '#contract/base/money.ts'
import { DEFAULT_TIME_ZONE } from '#contract/base/time.ts'
import { gstinIn, plainDigits, trimmed } from '#contract/base/typed.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import { type Overview, useChangeMallDetails } from '#web/data/malls.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { sayOfPlaces } from '#web/words/place.ts'

const SAC = /^(?:\d{4}|\d{6})?$/

export function SellerForm({ overview, saved, cancel }: { overview: Overview; saved: () => void; cancel: () => void }) {
  const [listed, setListed] = useState(false)
  const entered = overview.gstinWaiting ?? overview.gstin ?? ''
  const form = useForm({
    initialValues: {
      title: overview.title,
      legalName: overview.legalName,
      address: overview.address,
      gstin: entered,
      gstBasisPoints: String(overview.gstBasisPoints),
      sac: overview.sac,
      timeZone: overview.timeZone,
      dayStartHour: String(overview.dayStartHour),
      supportContact: overview.supportContact ?? '',
    },
    validate: {
      title: (text) => (trimmed(text) === '' ? sayOfPlaces('titleMissing') : null),
      // The GSTIN that is already entered is not checked again: the demo's is not a real one.
      gstin: (text) => {
        const given = gstinIn(text)
        return given === '' || given === entered || isGstin(given) ? null : sayOfPlaces('gstinWrong')
      },
      sac: (text) => (SAC.test(plainDigits(text).trim()) ? null : sayOfPlaces('sacWrong')),
    },
  })
  const save = useChangeMallDetails(overview.id, { onSuccess: saved, onError: showRefused(form) })
  const submit = ({ gstin, gstBasisPoints, dayStartHour, ...rest }: typeof form.values) => {
    const rate = gstRates.find((one) => String(one) === gstBasisPoints)
    const details = { ...rest, gstBasisPoints: rate, dayStartHour: Number(dayStartHour) }
    save.mutate(gstinIn(gstin) === entered ? details : { ...details, gstin })
  }
  const zone = form.getInputProps('timeZone')
  return (
    <form
      className="panel form"
      aria-labelledby="seller-form"
      noValidate
      onKeyDown={getHotkeyHandler([['Escape', cancel]])}
      onSubmit={form.onSubmit(submit, focusFirst(form))}
    >
      <h2 id="seller-form">{sayOfPlaces('sellerTitle')}</h2>
      <p className="form__hint">{sayOfPlaces('sellerHint')}</p>
      <FormFailure failure={save.error} />
      <TextInput
        label={sayOfPlaces('mallName')}
        maxLength={roomFor(80)}
        required
        withAsterisk={false}
        autoFocus
        {...form.getInputProps('title')}
      />
      <TextInput label={sayOfPlaces('legalName')} maxLength={roomFor(120)} {...form.getInputProps('legalName')} />
      <Textarea label={sayOfPlaces('address')} rows={2} maxLength={roomFor(300)} {...form.getInputProps('address')} />
      <TextInput
        label={sayOfPlaces('gstin')}
        description={sayOfPlaces('gstinHint')}
        maxLength={60}
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('gstin')}
      />
      <NativeSelect
        label={sayOfPlaces('gstRate')}
        description={sayOfPlaces('gstRateHint')}
        data={gstRates.map((rate) => ({ value: String(rate), label: `${rate / 100} %` }))}
        {...form.getInputProps('gstBasisPoints')}
      />
      <TextInput
        label={sayOfPlaces('sac')}
        description={sayOfPlaces('sacHint')}
        maxLength={60}
        inputMode="numeric"
        {...form.getInputProps('sac')}
      />
      <TextInput
        label={sayOfPlaces('supportContact')}
        description={sayOfPlaces('mallContactHint')}
        maxLength={roomFor(120)}
        {...form.getInputProps('supportContact')}
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
        // Escape closes the open list; only if no list is open does it close the form.
        onKeyDown={(event) => event.key === 'Escape' && listed && event.stopPropagation()}
        {...zone}
        // Select the current zone, so that typing replaces it and searches. A click sets the cursor after the focus, so select there too.
        onFocus={(event) => {
          zone.onFocus?.(event)
          event.currentTarget.select()
        }}
        onClick={(event) => event.currentTarget.select()}
      />
      <Select
        label={sayOfPlaces('dayStart')}
        description={sayOfPlaces('dayStartHint')}
        data={DAY_STARTS}
        allowDeselect={false}
        onDropdownOpen={() => setListed(true)}
        onDropdownClose={() => setListed(false)}
        onKeyDown={(event) => event.key === 'Escape' && listed && event.stopPropagation()}
        {...form.getInputProps('dayStartHour')}
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

/** Hours as the mall's clock shows them. */
const DAY_STARTS = Array.from({ length: 13 }, (_, hour) => ({
  value: String(hour),
  label: timeOfDay(Date.UTC(2026, 0, 1, hour), 'UTC'),
}))

/** More than people scroll through. They find the others by typing. */
const ZONES_SHOWN = 60

/** India's first. The mall's own is added, because names change (`Asia/Calcutta`, `Asia/Kolkata`). */
const timeZones = (own: string) =>
  [...new Set([DEFAULT_TIME_ZONE, own, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    // People type a city of two words with a space.
    label: value.replace(/_/g, ' '),
  }))

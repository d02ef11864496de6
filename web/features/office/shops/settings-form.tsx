import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isMobile, mobileError } from '#contract/base/checks.ts'
import { roomFor } from '#contract/base/letters.ts'
import { feeOf, rupees } from '#contract/base/money.ts'
import { mobileIn, trimmed } from '#contract/base/typed.ts'
import { LONGEST_PROMISE_MINUTES } from '#contract/queue/queue.ts'
import { LONGEST_SLOT, MOST_DAYS_AHEAD, SHORTEST_SLOT } from '#contract/slots/slots.ts'
import { type ShopPlace, useChangeSettings } from '#web/data/shops.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst } from '#web/forms/refused-fields.ts'
import { RupeesField } from '#web/forms/rupees-field.tsx'
import { EmailField } from '#web/forms/sign-in-fields.tsx'
import { emailWords } from '#web/words/email.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { OpeningHours } from './opening-hours.tsx'
import { amountIn, isWhole, numberIn, type SettingsValues, settingsOf, valuesOf } from './settings-values.ts'
import { SlotsField } from './slots-field.tsx'
import './settings.css'

export function SettingsForm({ place, saved }: { place: ShopPlace; saved: () => void }) {
  const whole = (least: number, most: number) => (text: string) =>
    isWhole(text, least, most) ? null : sayOfPlaces('wholeNumber', { least, most })
  const money = (text: string) => (amountIn(text) === null ? sayOfPlaces('amountWrong') : null)
  const ofSlots = (least: number, most: number) => (text: string, all: SettingsValues) => (all.hasSlots ? whole(least, most)(text) : null)
  const form = useForm<SettingsValues>({
    initialValues: valuesOf(place),
    validate: {
      baseFee: money,
      extra: money,
      staffRefundLimit: money,
      minutesPerTicket: whole(1, 240),
      headStartMinutes: whole(0, 240),
      countdownSeconds: whole(1, 3600),
      graceMinutes: whole(0, 60),
      promise: (text) => (trimmed(text) === '' ? null : whole(1, LONGEST_PROMISE_MINUTES)(text)),
      usualWaitMinutes: (text) => (trimmed(text) === '' ? null : whole(1, 600)(text)),
      slotMinutes: ofSlots(SHORTEST_SLOT, LONGEST_SLOT),
      slotCapacity: ofSlots(1, 1000),
      slotDaysAhead: ofSlots(0, MOST_DAYS_AHEAD),
      slotMoveUntil: ofSlots(0, 1440),
      week: (week, all) => (all.anyHour || week.flat().every(isWholeSpan) ? null : sayOfPlaces('hoursIncomplete')),
      exceptions: (list) => {
        if (list.some(({ day, hours }) => day === '' || !hours.every(isWholeSpan))) return sayOfPlaces('exceptionIncomplete')
        return new Set(list.map(({ day }) => day)).size === list.length ? null : sayOfPlaces('exceptionTwice')
      },
      editorName: (text, all) => (all.hasEditor && trimmed(text) === '' ? sayOfPlaces('nameMissing') : null),
      editorMobile: (text, all) => {
        if (!all.hasEditor || isMobile(mobileIn(text))) return null
        return ownLocale === 'en' ? mobileError(mobileIn(text)) : sayOfPlaces('mobileWrong')
      },
      editorEmail: (text, all) => (all.hasEditor ? emailWords(text) : null),
    },
  })
  const save = useChangeSettings(place.shopId, { onSuccess: saved })
  const number = { inputMode: 'numeric', maxLength: 20, className: 'settings__number' } as const
  return (
    <form className="settings" noValidate onSubmit={form.onSubmit((values) => save.mutate(settingsOf(values)), focusFirst(form))}>
      <fieldset className="panel">
        <legend>{sayOfPlaces('fee')}</legend>
        <div className="settings__pair">
          <RupeesField label={sayOfPlaces('baseFee')} className="settings__number" {...form.getInputProps('baseFee')} />
          {place.taxBasisPoints === null && (
            <RupeesField label={sayOfPlaces('extra')} className="settings__number" {...form.getInputProps('extra')} />
          )}
        </div>
        <Price values={form.values} taxBasisPoints={place.taxBasisPoints} />
        <Switch label={sayOfPlaces('refundOnLeave')} {...form.getInputProps('refundOnLeave', { type: 'checkbox' })} />
        <RupeesField
          label={sayOfPlaces('staffRefundLimit')}
          description={sayOfPlaces('staffRefundLimitHint')}
          className="settings__number"
          {...form.getInputProps('staffRefundLimit')}
        />
        <TextInput label={sayOfPlaces('promise')} description={sayOfPlaces('promiseHint')} {...number} {...form.getInputProps('promise')} />
        <PromiseSentence values={form.values} />
      </fieldset>

      <fieldset className="panel">
        <legend>{sayOfPlaces('queueSettings')}</legend>
        <div className="settings__pair">
          <TextInput label={sayOfPlaces('minutesPerTicket')} {...number} {...form.getInputProps('minutesPerTicket')} />
          <TextInput
            label={sayOfPlaces('headStart')}
            description={sayOfPlaces('headStartHint')}
            {...number}
            {...form.getInputProps('headStartMinutes')}
          />
          <TextInput
            label={sayOfPlaces('countdownSeconds')}
            description={sayOfPlaces('countdownHint')}
            {...number}
            {...form.getInputProps('countdownSeconds')}
          />
          <TextInput
            label={sayOfPlaces('graceMinutes')}
            description={sayOfPlaces('graceHint')}
            {...number}
            {...form.getInputProps('graceMinutes')}
          />
          <TextInput
            label={sayOfPlaces('usualWait')}
            description={sayOfPlaces('usualWaitHint')}
            {...number}
            {...form.getInputProps('usualWaitMinutes')}
          />
        </div>
      </fieldset>

      <OpeningHours form={form} />
      <SlotsField form={form} />

      <fieldset className="panel">
        <legend>{sayOfPlaces('whereAndHelp')}</legend>
        <div className="settings__pair">
          <TextInput
            label={sayOfPlaces('place')}
            placeholder={sayOfPlaces('placeExample')}
            maxLength={roomFor(80)}
            {...form.getInputProps('place')}
          />
          <TextInput
            label={sayOfPlaces('supportContact')}
            description={sayOfPlaces('supportHint')}
            maxLength={roomFor(120)}
            {...form.getInputProps('supportContact')}
          />
        </div>
      </fieldset>

      <fieldset className="panel">
        <legend>{sayOfPlaces('displayEditor')}</legend>
        <Switch
          label={sayOfPlaces('hasEditor')}
          description={sayOfPlaces('editorHint')}
          {...form.getInputProps('hasEditor', { type: 'checkbox' })}
        />
        {form.values.hasEditor && (
          <div className="settings__pair">
            <TextInput label={sayOfPlaces('name')} maxLength={roomFor(80)} {...form.getInputProps('editorName')} />
            <TextInput label={sayOfPlaces('mobile')} inputMode="numeric" maxLength={60} {...form.getInputProps('editorMobile')} />
            <EmailField name="editorEmail" autoComplete="off" {...form.getInputProps('editorEmail')} />
          </div>
        )}
      </fieldset>

      <div className="settings__save">
        <FormFailure failure={save.error} />
        <Button type="submit" variant="filled" loading={save.isPending}>
          {sayOfPlaces('saveSettings')}
        </Button>
      </div>
    </form>
  )
}

const isWholeSpan = ({ from, to }: { from: string; to: string }) => from !== '' && to !== ''

function PromiseSentence({ values }: { values: SettingsValues }) {
  if (!isWhole(values.promise, 1, LONGEST_PROMISE_MINUTES)) return null
  if (amountIn(values.baseFee) === 0) return <p className="settings__price">{sayOfPlaces('promiseFree')}</p>
  return <p className="settings__price">{sayOfPlaces('promiseRead', { count: numberIn(values.promise) })}</p>
}

function Price({ values, taxBasisPoints }: { values: SettingsValues; taxBasisPoints: number | null }) {
  const base = amountIn(values.baseFee)
  const extra = amountIn(values.extra)
  if (base === null || extra === null) return null
  if (base === 0) return <p className="settings__price">{sayOfPlaces('feeIsFree')}</p>
  // Any text works as GSTIN here: `feeOf` only checks whether there is one.
  const mall = { gstin: taxBasisPoints === null ? null : 'yes', gstBasisPoints: taxBasisPoints ?? 0 }
  const fee = feeOf({ baseFeePaise: base, extraPaise: extra }, mall)
  const parts = `${rupees(fee.basePaise)} + ${rupees(fee.extraPaise)}`
  return (
    <p className="settings__price">
      <b className="num">{fee.extraPaise === 0 ? rupees(fee.totalPaise) : `${parts} = ${rupees(fee.totalPaise)}`}</b>{' '}
      <span className="muted">
        {taxBasisPoints === null ? sayOfPlaces('shopperPays') : sayOfPlaces('withGst', { percent: taxBasisPoints / 100 })}
      </span>
    </p>
  )
}

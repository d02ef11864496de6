import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useContext } from 'react'
import { isEmail, isMobile, mobileError } from '#contract/base/checks.ts'
import { feeOf, rupees } from '#contract/base/money.ts'
import { type ShopPlace, useChangeSettings } from '#web/data/shops.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst } from '#web/forms/refused-fields.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { Words } from '#web/words/words.ts'
import { OpeningHours } from './opening-hours.tsx'
import { isWhole, paiseOf, type SettingsValues, settingsOf, valuesOf } from './settings-values.ts'
import './settings.css'

/** A shop's settings: fee, queue, opening hours, contact, and the person who may edit the display. */
export function SettingsForm({ place, saved }: { place: ShopPlace; saved: () => void }) {
  const { say, locale } = useContext(Words)
  const whole = (least: number, most: number) => (text: string) =>
    isWhole(text, least, most) ? null : sayOfPlaces('wholeNumber', { least, most })
  const money = (text: string) => (paiseOf(text) === null ? sayOfPlaces('amountWrong') : null)
  const form = useForm<SettingsValues>({
    initialValues: valuesOf(place),
    validate: {
      baseFee: money,
      extra: money,
      minutesPerTicket: whole(1, 240),
      headStartMinutes: whole(0, 240),
      countdownSeconds: whole(1, 3600),
      graceMinutes: whole(0, 60),
      usualWaitMinutes: (text) => (text.trim() === '' ? null : whole(1, 600)(text)),
      week: (week, all) => (all.anyHour || week.flat().every(isWholeSpan) ? null : sayOfPlaces('hoursIncomplete')),
      exceptions: (list) => {
        if (list.some(({ day, hours }) => day === '' || !hours.every(isWholeSpan))) return sayOfPlaces('exceptionIncomplete')
        return new Set(list.map(({ day }) => day)).size === list.length ? null : sayOfPlaces('exceptionTwice')
      },
      editorName: (text, all) => (all.hasEditor && text.trim() === '' ? sayOfPlaces('nameMissing') : null),
      editorMobile: (text, all) => {
        if (!all.hasEditor || isMobile(text.trim())) return null
        return locale === 'en' ? mobileError(text.trim()) : sayOfPlaces('mobileWrong')
      },
      editorEmail: (text, all) => (all.hasEditor && !isEmail(text.trim()) ? say('emailWrong') : null),
    },
  })
  const save = useChangeSettings(place.shopId, { onSuccess: saved })
  const number = { inputMode: 'numeric', maxLength: 6, className: 'settings__number' } as const
  return (
    <form className="settings" noValidate onSubmit={form.onSubmit((values) => save.mutate(settingsOf(values)), focusFirst(form))}>
      <fieldset className="panel">
        <legend>{sayOfPlaces('fee')}</legend>
        <div className="settings__pair">
          <TextInput
            label={sayOfPlaces('baseFee')}
            leftSection="₹"
            inputMode="decimal"
            maxLength={9}
            className="settings__number"
            {...form.getInputProps('baseFee')}
          />
          {place.taxBasisPoints === null && (
            <TextInput
              label={sayOfPlaces('extra')}
              leftSection="₹"
              inputMode="decimal"
              maxLength={9}
              className="settings__number"
              {...form.getInputProps('extra')}
            />
          )}
        </div>
        <Price values={form.values} taxBasisPoints={place.taxBasisPoints} />
        <Switch label={sayOfPlaces('refundOnLeave')} {...form.getInputProps('refundOnLeave', { type: 'checkbox' })} />
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

      <fieldset className="panel">
        <legend>{sayOfPlaces('whereAndHelp')}</legend>
        <div className="settings__pair">
          <TextInput
            label={sayOfPlaces('place')}
            placeholder={sayOfPlaces('placeExample')}
            maxLength={80}
            {...form.getInputProps('place')}
          />
          <TextInput
            label={sayOfPlaces('supportContact')}
            description={sayOfPlaces('supportHint')}
            maxLength={120}
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
            <TextInput label={sayOfPlaces('name')} maxLength={80} {...form.getInputProps('editorName')} />
            <TextInput label={sayOfPlaces('mobile')} inputMode="numeric" maxLength={10} {...form.getInputProps('editorMobile')} />
            <TextInput label={say('email')} type="email" maxLength={254} {...form.getInputProps('editorEmail')} />
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

/** What a shopper will pay with the typed fee. */
function Price({ values, taxBasisPoints }: { values: SettingsValues; taxBasisPoints: number | null }) {
  const base = paiseOf(values.baseFee)
  const extra = paiseOf(values.extra)
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

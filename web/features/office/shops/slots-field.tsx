import { Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { sayOfPlaces } from '#web/words/place.ts'
import { amountIn, type SettingsValues } from './settings-values.ts'

export function SlotsField({ form }: { form: UseFormReturnType<SettingsValues> }) {
  const number = { inputMode: 'numeric', maxLength: 20, className: 'settings__number' } as const
  return (
    <fieldset className="panel">
      <legend>{sayOfPlaces('slots')}</legend>
      <Switch
        label={sayOfPlaces('hasSlots')}
        description={sayOfPlaces('hasSlotsHint')}
        {...form.getInputProps('hasSlots', { type: 'checkbox' })}
      />
      {form.values.hasSlots && (
        <>
          <div className="settings__pair">
            <TextInput
              label={sayOfPlaces('slotMinutes')}
              description={sayOfPlaces('slotMinutesHint')}
              {...number}
              {...form.getInputProps('slotMinutes')}
            />
            <TextInput
              label={sayOfPlaces('slotCapacity')}
              description={sayOfPlaces('slotCapacityHint')}
              {...number}
              {...form.getInputProps('slotCapacity')}
            />
            <TextInput
              label={sayOfPlaces('slotDaysAhead')}
              description={sayOfPlaces('slotDaysAheadHint')}
              {...number}
              {...form.getInputProps('slotDaysAhead')}
            />
            <TextInput
              label={sayOfPlaces('slotMoveUntil')}
              description={sayOfPlaces('slotMoveUntilHint')}
              {...number}
              {...form.getInputProps('slotMoveUntil')}
            />
          </div>
          {amountIn(form.values.baseFee) === 0 && <p className="form__hint">{sayOfPlaces('slotsNeedFee')}</p>}
          <p className="form__hint">
            {sayOfPlaces(form.values.anyHour ? 'slotsAtAnyHour' : 'slotsWithinHours')} {sayOfPlaces('slotsOnExceptions')}
          </p>
        </>
      )}
    </fieldset>
  )
}

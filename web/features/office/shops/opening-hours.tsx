import { Button, Input, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { languages } from '#contract/base/locale.ts'
import { Icon } from '#web/ui/icons.tsx'
import { ownLocale } from '#web/words/own-locale.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { HoursField } from './hours-field.tsx'
import type { SettingsValues } from './settings-values.ts'

/** The week begins on Monday on the screen and on Sunday in the data. */
const order = [1, 2, 3, 4, 5, 6, 0]
const MONDAY = 1
/** A Sunday, from which the names of the days are made. */
const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

export function OpeningHours({ form }: { form: UseFormReturnType<SettingsValues> }) {
  const names = new Intl.DateTimeFormat(languages[ownLocale].format, { weekday: 'long', timeZone: 'UTC' })
  const { anyHour, week, exceptions } = form.values
  return (
    <fieldset className="panel">
      <legend>{sayOfPlaces('openingHours')}</legend>
      <Switch label={sayOfPlaces('anyHour')} {...form.getInputProps('anyHour', { type: 'checkbox' })} />
      {!anyHour && (
        <ul className="settings-week">
          {order.map((day) => {
            const name = names.format(SUNDAY + day * DAY_MS)
            return (
              <li key={day}>
                <span className="settings-week__day">{name}</span>
                <HoursField
                  day={name}
                  hours={week[day] ?? []}
                  onChange={(hours) =>
                    form.setFieldValue(
                      'week',
                      week.map((old, i) => (i === day ? hours : old)),
                    )
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {!anyHour && (
        <div>
          <Button
            variant="subtle"
            size="xs"
            onClick={() =>
              form.setFieldValue(
                'week',
                week.map(() => (week[MONDAY] ?? []).map((span) => ({ ...span }))),
              )
            }
          >
            {sayOfPlaces('copyMonday')}
          </Button>
          <p className="form__hint">{sayOfPlaces('hoursHint')}</p>
        </div>
      )}
      {form.errors.week !== undefined && <Input.Error role="alert">{form.errors.week}</Input.Error>}
      <h3 className="settings__sub">{sayOfPlaces('exceptions')}</h3>
      {exceptions.length > 0 && (
        <ul className="settings-week">
          {exceptions.map((exception, index) => (
            <li key={`exception:${index.toString()}`}>
              <span className="settings-week__date">
                <TextInput
                  type="date"
                  aria-label={sayOfPlaces('exceptionDay')}
                  value={exception.day}
                  error={form.errors.exceptions !== undefined && exception.day === ''}
                  onChange={(event) => form.setFieldValue(`exceptions.${index}.day`, event.currentTarget.value)}
                />
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  aria-label={sayOfPlaces('removeException', { day: exception.day })}
                  onClick={() => form.removeListItem('exceptions', index)}
                >
                  <Icon name="trash" />
                </Button>
              </span>
              <HoursField
                day={exception.day === '' ? sayOfPlaces('exceptionDay') : exception.day}
                hours={exception.hours}
                onChange={(hours) => form.setFieldValue(`exceptions.${index}.hours`, hours)}
              />
            </li>
          ))}
        </ul>
      )}
      {form.errors.exceptions !== undefined && <Input.Error role="alert">{form.errors.exceptions}</Input.Error>}
      <div>
        <Button leftSection={<Icon name="plus" />} onClick={() => form.insertListItem('exceptions', { day: '', hours: [] })}>
          {sayOfPlaces('addException')}
        </Button>
      </div>
    </fieldset>
  )
}

import { Button, TextInput } from '@mantine/core'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { type Hours, usualHours } from './settings-values.ts'

/** Spans of opening hours per day. */
const MOST_SPANS = 4

/** No hours means closed. `day` names the day for screen readers. */
export function HoursField({ day, hours, onChange }: { day: string; hours: Hours[]; onChange: (hours: Hours[]) => void }) {
  const put = (index: number, change: Partial<Hours>) => onChange(hours.map((span, i) => (i === index ? { ...span, ...change } : span)))
  return (
    <div className="settings-hours">
      {hours.length === 0 && <span className="muted settings-hours__closed">{sayOfPlaces('closedDay')}</span>}
      {hours.map((span, index) => (
        <span className="settings-hours__span" key={`${day}:${index.toString()}`}>
          <TextInput
            type="time"
            aria-label={sayOfPlaces('hoursFrom', { day })}
            value={span.from}
            error={span.from === ''}
            onChange={(event) => put(index, { from: event.currentTarget.value })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            type="time"
            aria-label={sayOfPlaces('hoursTo', { day })}
            value={span.to}
            error={span.to === ''}
            onChange={(event) => put(index, { to: event.currentTarget.value })}
          />
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={sayOfPlaces('removeHours', { day })}
            onClick={() => onChange(hours.filter((_, i) => i !== index))}
          >
            <Icon name="cross" />
          </Button>
        </span>
      ))}
      {hours.length < MOST_SPANS && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<Icon name="plus" />}
          aria-label={sayOfPlaces('addHoursOn', { day })}
          onClick={() => onChange([...hours, usualHours])}
        >
          {sayOfPlaces('addHours')}
        </Button>
      )}
    </div>
  )
}

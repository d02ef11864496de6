import { ActionIcon, TextInput } from '@mantine/core'
import { daysAfter } from '#contract/base/time.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDay } from '#web/words/day.ts'

const FIRST_DAY = '2000-01-01'

export function DayField({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  return (
    <div className="day-field">
      <ActionIcon variant="default" size="lg" aria-label={sayOfDay('dayBefore')} onClick={() => onChange(daysAfter(day, -1))}>
        <Icon name="back" />
      </ActionIcon>
      <TextInput
        type="date"
        className="day-field__input"
        aria-label={sayOfDay('day')}
        value={day}
        min={FIRST_DAY}
        onChange={(event) => {
          if (event.currentTarget.value >= FIRST_DAY) onChange(event.currentTarget.value)
        }}
      />
      <ActionIcon variant="default" size="lg" aria-label={sayOfDay('dayAfter')} onClick={() => onChange(daysAfter(day, 1))}>
        <Icon name="next" />
      </ActionIcon>
    </div>
  )
}

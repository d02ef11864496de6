import { ActionIcon } from '@mantine/core'
import { daysAfter } from '#contract/base/time.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDay } from '#web/words/day.ts'

export function DayField({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  return (
    <div className="day-field">
      <ActionIcon variant="default" size="lg" aria-label={sayOfDay('dayBefore')} onClick={() => onChange(daysAfter(day, -1))}>
        <Icon name="back" />
      </ActionIcon>
      <DateInput className="day-field__input" aria-label={sayOfDay('day')} value={day} onChange={onChange} />
      <ActionIcon variant="default" size="lg" aria-label={sayOfDay('dayAfter')} onClick={() => onChange(daysAfter(day, 1))}>
        <Icon name="next" />
      </ActionIcon>
    </div>
  )
}

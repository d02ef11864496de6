import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { daysAfter } from '#contract/base/time.ts'
import type { Period } from '#web/data/money.ts'
import { sayOfMoney } from '#web/words/money.ts'

/** The first of `many` days that end with this one. */
export const daysBack = (day: string, many: number): string => daysAfter(day, 1 - many)

const choices = ['today', 'days7', 'days30', 'otherDays'] as const
type Choice = (typeof choices)[number]

/** `today` is the date at the mall; absent while nothing is read. */
export function PeriodField({
  today,
  period,
  onChange,
}: {
  today: string | undefined
  period: Period
  onChange: (period: Period) => void
}) {
  const [choice, setChoice] = useState<Choice>('today')
  const choose = (next: Choice) => {
    setChoice(next)
    if (next === 'today' || today === undefined) return onChange({})
    if (next === 'otherDays') return onChange({ from: period.from ?? today, to: period.to ?? today })
    onChange({ from: daysBack(today, next === 'days7' ? 7 : 30), to: today })
  }
  return (
    <div className="takings-period">
      <SegmentedControl
        aria-label={sayOfMoney('day')}
        value={choice}
        onChange={(value) => choose(choices.find((one) => one === value) ?? 'today')}
        data={choices.map((one) => ({ value: one, label: sayOfMoney(one) }))}
      />
      {choice === 'otherDays' && (
        <div className="takings-period__days">
          <TextInput
            type="date"
            label={sayOfMoney('fromDay')}
            value={period.from ?? ''}
            max={today}
            onChange={(event) => {
              const from = event.currentTarget.value
              if (from !== '') onChange({ from, to: period.to !== undefined && period.to >= from ? period.to : from })
            }}
          />
          <TextInput
            type="date"
            label={sayOfMoney('toDay')}
            value={period.to ?? ''}
            min={period.from}
            max={today}
            onChange={(event) => {
              const to = event.currentTarget.value
              if (to !== '') onChange({ from: period.from !== undefined && period.from <= to ? period.from : to, to })
            }}
          />
        </div>
      )}
    </div>
  )
}

import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { daysAfter } from '#contract/base/time.ts'
import type { Period } from '#web/data/money.ts'
import { sayOfMoney } from '#web/words/money.ts'

/** The first of `many` days that end with this one. */
export const daysBack = (day: string, many: number): string => daysAfter(day, 1 - many)

const choices = ['today', 'days7', 'days30', 'otherDays'] as const
type Choice = (typeof choices)[number]

function choiceOf({ from, to }: Period, today: string | undefined): Choice {
  if (from === undefined) return 'today'
  if (today === undefined || to !== today) return 'otherDays'
  return from === daysBack(today, 7) ? 'days7' : from === daysBack(today, 30) ? 'days30' : 'otherDays'
}

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
  const [isOther, setOther] = useState(false)
  const choice: Choice = isOther ? 'otherDays' : choiceOf(period, today)
  const choose = (next: Choice) => {
    setOther(next === 'otherDays')
    if (next === 'today' || today === undefined) return onChange({})
    if (next === 'otherDays') return onChange({ from: period.from ?? today, to: period.to ?? today })
    onChange({ from: daysBack(today, next === 'days7' ? 7 : 30), to: today })
  }
  // A person who enters days keeps the fields, whatever the days are.
  const enter = (entered: Period) => {
    setOther(true)
    onChange(entered)
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
              if (from !== '') enter({ from, to: period.to !== undefined && period.to >= from ? period.to : from })
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
              if (to !== '') enter({ from: period.from !== undefined && period.from <= to ? period.from : to, to })
            }}
          />
        </div>
      )}
    </div>
  )
}

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { daysAfter } from '#contract/base/time.ts'
import type { Period } from '#web/data/money.ts'
import { DateInput } from '#web/ui/date-input.tsx'
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
  const { from, to } = period
  // A person who enters days keeps the fields, whatever the days are.
  const choice: Choice = isOther && from !== undefined ? 'otherDays' : choiceOf(period, today)
  const choose = (next: Choice) => {
    setOther(next === 'otherDays')
    if (next === 'today' || today === undefined) return onChange({})
    if (next === 'otherDays') return onChange({ from: from ?? today, to: to ?? today })
    onChange({ from: daysBack(today, next === 'days7' ? 7 : 30), to: today })
  }
  const enter = (days: Period) => {
    setOther(true)
    onChange(days)
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
          <DateInput
            label={sayOfMoney('fromDay')}
            value={from ?? ''}
            max={today}
            onChange={(day) => enter({ from: day, to: to !== undefined && to >= day ? to : day })}
          />
          <DateInput
            label={sayOfMoney('toDay')}
            value={to ?? ''}
            min={from}
            max={today}
            onChange={(day) => enter({ from: from !== undefined && from <= day ? from : day, to: day })}
          />
        </div>
      )}
    </div>
  )
}

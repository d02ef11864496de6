import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { dayAsked } from '#contract/base/envelope.ts'

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** `2026-11-21`. */
  value: string
  onChange: (day: string) => void
}

/** Tells only real days. While a year is typed, the browser reports the years 2, 20 and 202, too. */
export function DateInput({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...field}
      type="date"
      value={typed ?? value}
      onChange={(event) => {
        const day = event.currentTarget.value
        setTyped(day)
        if (dayAsked.safeParse(day).success) onChange(day)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

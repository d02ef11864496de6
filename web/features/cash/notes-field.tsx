import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { plainDigits, trimmed } from '#contract/base/typed.ts'
import { paiseIn } from '#web/forms/typed-rupees.ts'
import { sayOfCash } from '#web/words/cash.ts'

/** The notes of India that are in use, in rupees. */
const NOTES = [500, 200, 100, 50, 20, 10] as const

type Field = (typeof NOTES)[number] | 'coins'
const FIELDS: readonly Field[] = [...NOTES, 'coins']

/**
 * Adds up the notes of each value, and the coins. Null if all fields are empty, or one cannot be read. The single numbers are not kept: only
 * the sum counts.
 */
export function NotesField({ onChange }: { onChange: (paise: number | null) => void }) {
  const [typed, setTyped] = useState<Readonly<Partial<Record<Field, string>>>>({})
  const change = (field: Field, text: string) => {
    const next = { ...typed, [field]: text }
    setTyped(next)
    const parts = FIELDS.map((one) => paiseOf(one, next[one]))
    const isEmpty = FIELDS.every((one) => trimmed(next[one] ?? '') === '')
    onChange(isEmpty || parts.includes(null) ? null : parts.reduce<number>((sum, paise) => sum + (paise ?? 0), 0))
  }
  return (
    <details className="cash-notes">
      <summary>{sayOfCash('byNotes')}</summary>
      <div className="cash-notes__fields num">
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={field === 'coins' ? sayOfCash('coins') : sayOfCash('notesOf', { value: field })}
            inputMode={field === 'coins' ? 'decimal' : 'numeric'}
            maxLength={10}
            value={typed[field] ?? ''}
            error={paiseOf(field, typed[field]) === null ? sayOfCash('noteWrong') : null}
            onChange={(event) => change(field, event.currentTarget.value)}
            onKeyDown={(event) => {
              // In the middle of a count, a person presses Enter as on a calculator.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        ))}
      </div>
    </details>
  )
}

function paiseOf(field: Field, text = ''): number | null {
  const plain = trimmed(plainDigits(text))
  if (plain === '') return 0
  if (field === 'coins') return paiseIn(plain)
  return /^\d{1,5}$/.test(plain) ? Number(plain) * field * 100 : null
}

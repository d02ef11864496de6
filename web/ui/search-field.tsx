import { CloseButton, TextInput } from '@mantine/core'
import { Icon } from './icons.tsx'

export function SearchField({
  label,
  clear,
  value,
  onChange,
}: {
  label: string
  clear: string
  value: string
  onChange: (text: string) => void
}) {
  return (
    <TextInput
      className="search"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      rightSection={value === '' ? null : <CloseButton size="sm" aria-label={clear} onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

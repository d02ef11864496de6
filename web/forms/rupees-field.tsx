import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for an amount: a phone then shows digits and a decimal point. */
export const RupeesField = (props: TextInputProps) => <TextInput leftSection="₹" inputMode="decimal" maxLength={40} {...props} />

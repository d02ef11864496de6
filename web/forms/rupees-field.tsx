import { TextInput, type TextInputProps } from '@mantine/core'

/** A phone then shows digits and a decimal point. */
export const RupeesField = (props: TextInputProps) => <TextInput leftSection="₹" inputMode="decimal" maxLength={40} {...props} />

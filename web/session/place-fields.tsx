import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { PICTURE_MAX_SIDE } from '../../contract/picture-limits.ts'
import { PictureField } from '../ui/picture-field.tsx'
import { newPasswordWords } from './password-words.ts'
import { pictureWords } from './picture-words.ts'
import { sayOfPlaces } from './place-words.ts'
import { EmailField, PasswordField } from './sign-in-fields.tsx'
import { type ConsoleSay, useSay } from './words.ts'

/** What the forms of a mall and of a shop have in common. */
export interface PlaceFields {
  description: string
  /** A data URL, an address, or empty for none. */
  image: string
  email: string
  password: string
  passwordAgain: string
}

/** What a form asks of those fields. A new place needs them all; in a change, what is left blank stays as it is. */
export const placeChecks = (say: ConsoleSay, isNew: boolean) => ({
  description: (text: string) => (isNew && text.trim() === '' ? sayOfPlaces('descriptionMissing') : null),
  image: (text: string) => (isNew && text.trim() === '' ? sayOfPlaces('imageMissing') : null),
  password: (text: string) => (!isNew && text === '' ? null : newPasswordWords(say, text)),
  passwordAgain: (text: string, all: PlaceFields) => (text === all.password ? null : say('passwordsDiffer')),
})

interface Props<V extends PlaceFields> {
  form: UseFormReturnType<V>
  isNew: boolean
  /** Whether there can be no such place without an email. */
  needsEmail: boolean
  /** The role of the account that comes with the place; it is shown and not chosen. */
  accountRole: 'owner' | 'shop'
  /** A field that only one of the two has, between picture and email. */
  children?: ReactNode
}

/** Description, picture, email, password twice and role, in the order of the specification. */
export function PlaceFieldInputs<V extends PlaceFields>({ form, isNew, needsEmail, accountRole, children }: Props<V>) {
  const say = useSay()
  const { value, onChange, error } = form.getInputProps('image')
  const unchanged = isNew ? '' : sayOfPlaces('unchanged')
  return (
    <>
      <Textarea
        label={sayOfPlaces('description')}
        name="description"
        rows={2}
        maxLength={500}
        required={isNew}
        withAsterisk={false}
        {...form.getInputProps('description')}
      />
      <PictureField value={value} onChange={onChange} words={pictureWords()} maxSide={PICTURE_MAX_SIDE} error={error} />
      {children}
      <EmailField
        autoComplete="off"
        required={needsEmail}
        description={isNew && sayOfPlaces(accountRole === 'shop' ? 'shopEmailHint' : 'mallEmailHint')}
        {...form.getInputProps('email')}
      />
      <div className="pair">
        <PasswordField
          label={say('password')}
          name="password"
          placeholder={unchanged}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={sayOfPlaces('passwordAgain')}
          name="passwordAgain"
          placeholder={unchanged}
          autoComplete="new-password"
          {...form.getInputProps('passwordAgain')}
        />
      </div>
      {!isNew && <p className="form__hint">{sayOfPlaces('blankKeeps')}</p>}
      <TextInput label={sayOfPlaces('role')} value={accountRole} readOnly />
    </>
  )
}

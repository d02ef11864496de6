import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { roomFor } from '#contract/base/letters.ts'
import { trimmed } from '#contract/base/typed.ts'
import { PICTURE_MAX_SIDE } from '#contract/media/media.ts'
import type { PlaceFields } from '#web/data/place-fields.ts'
import { EmailField, PasswordField } from '#web/forms/sign-in-fields.tsx'
import { PictureField } from '#web/ui/picture-field.tsx'
import { newPasswordWords } from '#web/words/password.ts'
import { pictureWords } from '#web/words/picture.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** A new place needs all fields. In a change, a blank field keeps its saved value. */
export const placeChecks = (isNew: boolean) => ({
  description: (text: string) => (isNew && trimmed(text) === '' ? sayOfPlaces('descriptionMissing') : null),
  image: (text: string) => (isNew && trimmed(text) === '' ? sayOfPlaces('imageMissing') : null),
  password: (text: string) => (!isNew && text === '' ? null : newPasswordWords(text)),
  passwordAgain: (text: string, all: PlaceFields) => (text === all.password ? null : say('passwordsDiffer')),
})

interface Props<V extends PlaceFields> {
  form: UseFormReturnType<V>
  isNew: boolean
  needsEmail: boolean
  /** The role is shown and not chosen. */
  accountRole: 'owner' | 'shop'
  /** A field that only one of the two forms has, between picture and email. */
  children?: ReactNode
}

/** The fields are in the order of the specification. */
export function PlaceFieldInputs<V extends PlaceFields>({ form, isNew, needsEmail, accountRole, children }: Props<V>) {
  const { value, onChange, error } = form.getInputProps('image')
  const unchanged = isNew ? '' : sayOfPlaces('unchanged')
  return (
    <>
      <Textarea
        label={sayOfPlaces('description')}
        name="description"
        rows={2}
        maxLength={roomFor(500)}
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

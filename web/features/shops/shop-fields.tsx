import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { isEmail } from '../../../contract/checks.ts'
import { PICTURE_MAX_SIDE } from '../../../contract/picture-limits.ts'
import { newPasswordWords } from '../../session/password-words.ts'
import { pictureWords } from '../../session/picture-words.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { PictureField } from '../../ui/picture-field.tsx'
import type { ShopFields } from './api.ts'

export const emptyShop: ShopFields = { name: '', description: '', image: '', link: '', email: '', password: '', passwordAgain: '' }

/** The form of a shop. A new one needs all fields; in a change, only the name is needed and blank passwords keep the present one. */
export function useShopForm(initialValues: ShopFields, isNew: boolean): UseFormReturnType<ShopFields> {
  const say = useSay()
  const needed = (text: string, sentence: string) => (isNew && text.trim() === '' ? sentence : null)
  return useForm<ShopFields>({
    initialValues,
    validate: {
      name: (text) => (text.trim() === '' ? sayOfPlaces('nameMissing') : null),
      description: (text) => needed(text, sayOfPlaces('descriptionMissing')),
      image: (text) => needed(text, sayOfPlaces('imageMissing')),
      link: (text) => needed(text, sayOfPlaces('linkMissing')) ?? (text.trim() === '' || isHttps(text) ? null : sayOfPlaces('linkWrong')),
      email: (text) => needed(text, say('emailMissing')) ?? (text.trim() === '' || isEmail(text.trim()) ? null : say('emailWrong')),
      password: (text) => (!isNew && text === '' ? null : newPasswordWords(say, text)),
      passwordAgain: (text, all) => (text === all.password ? null : say('passwordsDiffer')),
    },
    transformValues: (fields) => ({ ...fields, name: fields.name.trim(), link: fields.link.trim(), email: fields.email.trim() }),
  })
}

const isHttps = (text: string) => URL.canParse(text.trim()) && new URL(text.trim()).protocol === 'https:'

/** The fields of a shop, in the order of the specification. */
export function ShopFieldInputs({ form, isNew }: { form: UseFormReturnType<ShopFields>; isNew: boolean }) {
  const say = useSay()
  const toggle = { 'aria-label': say('showPassword'), tabIndex: 0 }
  const unchanged = isNew ? '' : sayOfPlaces('unchanged')
  return (
    <>
      <TextInput label={sayOfPlaces('name')} name="name" maxLength={80} required withAsterisk={false} {...form.getInputProps('name')} />
      <Textarea
        label={sayOfPlaces('description')}
        name="description"
        rows={2}
        maxLength={500}
        required={isNew}
        withAsterisk={false}
        {...form.getInputProps('description')}
      />
      <PictureField
        value={form.values.image}
        onChange={(image) => form.setFieldValue('image', image)}
        words={pictureWords()}
        maxSide={PICTURE_MAX_SIDE}
        error={form.errors.image}
      />
      <TextInput
        label={sayOfPlaces('link')}
        type="url"
        name="link"
        inputMode="url"
        placeholder="https://"
        required={isNew}
        withAsterisk={false}
        {...form.getInputProps('link')}
      />
      <TextInput
        label={say('email')}
        type="email"
        name="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required={isNew}
        withAsterisk={false}
        {...form.getInputProps('email')}
      />
      <div className="pair">
        <PasswordInput
          label={say('password')}
          name="password"
          placeholder={unchanged}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={sayOfPlaces('passwordAgain')}
          name="passwordAgain"
          placeholder={unchanged}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('passwordAgain')}
        />
      </div>
      {!isNew && <p className="form__hint">{sayOfPlaces('blankKeeps')}</p>}
      <TextInput label={sayOfPlaces('role')} value="shop" readOnly />
    </>
  )
}

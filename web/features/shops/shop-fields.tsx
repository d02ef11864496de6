import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { emailWords } from '../../session/email-words.ts'
import { PlaceFieldInputs, placeChecks } from '../../session/place-fields.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import type { ShopFields } from './api.ts'

export const emptyShop: ShopFields = { name: '', description: '', image: '', link: '', email: '', password: '', passwordAgain: '' }

/** The form of a shop. A new one needs all fields; in a change, only the name is needed and blank passwords keep the present one. */
export function useShopForm(initialValues: ShopFields, isNew: boolean): UseFormReturnType<ShopFields> {
  const say = useSay()
  return useForm<ShopFields>({
    initialValues,
    validate: {
      ...placeChecks(say, isNew),
      name: (text) => (text.trim() === '' ? sayOfPlaces('nameMissing') : null),
      link: (text) => (text.trim() === '' ? (isNew ? sayOfPlaces('linkMissing') : null) : isHttps(text) ? null : sayOfPlaces('linkWrong')),
      email: (text) => (!isNew && text.trim() === '' ? null : emailWords(say, text)),
    },
    transformValues: (fields) => ({ ...fields, name: fields.name.trim(), link: fields.link.trim(), email: fields.email.trim() }),
  })
}

const isHttps = (text: string) => URL.canParse(text.trim()) && new URL(text.trim()).protocol === 'https:'

/** The fields of a shop, in the order of the specification. */
export function ShopFieldInputs({ form, isNew }: { form: UseFormReturnType<ShopFields>; isNew: boolean }) {
  return (
    <>
      <TextInput
        label={sayOfPlaces('name')}
        name="name"
        maxLength={80}
        required
        withAsterisk={false}
        // Whoever pressed Edit goes on writing.
        autoFocus={!isNew}
        {...form.getInputProps('name')}
      />
      <PlaceFieldInputs form={form} isNew={isNew} needsEmail={isNew} accountRole="shop">
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
      </PlaceFieldInputs>
    </>
  )
}

import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { emailWords } from '../../session/email-words.ts'
import { PlaceFieldInputs, placeChecks } from '../../session/place-fields.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { completeAddress } from '../../ui/complete-address.ts'
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
      email: (text) => (text.trim() !== '' ? emailWords(say, text) : isNew ? sayOfPlaces('shopEmailMissing') : null),
    },
    transformValues: (fields) => ({
      ...fields,
      name: fields.name.trim(),
      image: completeAddress(fields.image),
      link: completeAddress(fields.link),
      email: fields.email.trim(),
    }),
  })
}

function isHttps(typed: string): boolean {
  const address = completeAddress(typed)
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

/** The fields of a shop, in the order of the specification. */
export function ShopFieldInputs({ form, isNew }: { form: UseFormReturnType<ShopFields>; isNew: boolean }) {
  const link = form.getInputProps('link')
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
          description={sayOfPlaces('linkHint')}
          type="url"
          name="link"
          inputMode="url"
          placeholder="https://"
          required={isNew}
          withAsterisk={false}
          {...link}
          onBlur={(event) => {
            // What will be saved is seen before it is. Setting it clears its error, so only where it differs.
            const whole = completeAddress(form.values.link)
            if (whole !== form.values.link) form.setFieldValue('link', whole)
            link.onBlur?.(event)
          }}
        />
      </PlaceFieldInputs>
    </>
  )
}

import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { roomFor } from '#contract/base/letters.ts'
import { trimmed } from '#contract/base/typed.ts'
import type { ShopFields } from '#web/data/shops.ts'
import { PlaceFieldInputs, placeChecks } from '#web/features/office/place-fields.tsx'
import { completeAddress } from '#web/ui/complete-address.ts'
import { urlOf } from '#web/ui/url.ts'
import { emailWords } from '#web/words/email.ts'
import { sayOfPlaces } from '#web/words/place.ts'

export const emptyShop: ShopFields = { name: '', description: '', image: '', link: '', email: '', password: '', passwordAgain: '' }

/** A new shop needs all fields. A change needs only the name, and blank passwords keep the current one. */
export function useShopForm(initialValues: ShopFields, isNew: boolean): UseFormReturnType<ShopFields> {
  return useForm<ShopFields>({
    initialValues,
    validate: {
      ...placeChecks(isNew),
      name: (text) => (trimmed(text) === '' ? sayOfPlaces('nameMissing') : null),
      link: (text) =>
        trimmed(text) === '' ? (isNew ? sayOfPlaces('linkMissing') : null) : isHttps(text) ? null : sayOfPlaces('linkWrong'),
      email: (text) => (trimmed(text) !== '' ? emailWords(text) : isNew ? sayOfPlaces('shopEmailMissing') : null),
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

const isHttps = (typed: string): boolean => urlOf(completeAddress(typed))?.protocol === 'https:'

export function ShopFieldInputs({ form, isNew }: { form: UseFormReturnType<ShopFields>; isNew: boolean }) {
  const link = form.getInputProps('link')
  return (
    <>
      <TextInput
        label={sayOfPlaces('name')}
        description={isNew ? undefined : sayOfPlaces('nameHint')}
        name="name"
        maxLength={roomFor(80)}
        required
        withAsterisk={false}
        // After Edit, the person can type at once.
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
            // Show the completed address before it is saved. Setting a value clears its error, so set it only if it differs.
            const whole = completeAddress(form.values.link)
            if (whole !== form.values.link) form.setFieldValue('link', whole)
            link.onBlur?.(event)
          }}
        />
      </PlaceFieldInputs>
    </>
  )
}

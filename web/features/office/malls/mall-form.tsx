import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { roomFor } from '#contract/base/letters.ts'
import { trimmed } from '#contract/base/typed.ts'
import { type Mall, type MallFields, useSaveMall } from '#web/data/malls.ts'
import { PlaceFieldInputs, placeChecks } from '#web/features/office/place-fields.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { completeAddress } from '#web/ui/complete-address.ts'
import { emailWords } from '#web/words/email.ts'
import { sayOfPlaces } from '#web/words/place.ts'

const empty: MallFields = { title: '', description: '', image: '', email: '', password: '', passwordAgain: '' }

/**
 * Without `mall` the form adds a mall, and all fields are required. With `mall` it changes that mall, and blank passwords keep the current
 * one. The typed values stay until they are saved. Use the mall's id as its `key`.
 */
export function MallForm({
  mall,
  saved,
  cancel,
}: {
  mall: Mall | null
  saved: (title: string, ownerSince: string | null) => void
  cancel?: () => void
}) {
  const form = useForm<MallFields>({
    initialValues: mall
      ? { ...empty, title: mall.title, description: mall.description, image: mall.image ?? '', email: mall.email ?? '' }
      : empty,
    validate: {
      ...placeChecks(mall === null),
      title: (text) => (trimmed(text) === '' ? sayOfPlaces('titleMissing') : null),
      email: (text) => emailWords(text),
    },
  })
  const save = useSaveMall(mall?.id ?? null, {
    onSuccess: ({ title, ownerSince }) => {
      form.reset()
      saved(title, ownerSince ?? null)
    },
    onError: showRefused(form),
  })
  return (
    <form
      className="panel form"
      aria-labelledby="mall-form"
      noValidate
      {...(cancel && { onKeyDown: getHotkeyHandler([['Escape', cancel]]) })}
      onSubmit={form.onSubmit(
        (fields) =>
          save.mutate({ ...fields, title: fields.title.trim(), image: completeAddress(fields.image), email: fields.email.trim() }),
        focusFirst(form),
      )}
    >
      <h2 id="mall-form">{mall ? sayOfPlaces('updateMallOf', { mall: mall.title }) : sayOfPlaces('addMall')}</h2>
      <FormFailure failure={save.error} />
      <TextInput
        label={sayOfPlaces('title')}
        name="title"
        maxLength={roomFor(80)}
        required
        withAsterisk={false}
        autoFocus={mall !== null}
        {...form.getInputProps('title')}
      />
      <PlaceFieldInputs form={form} isNew={mall === null} needsEmail accountRole="owner" />
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {mall ? sayOfPlaces('updateMall') : sayOfPlaces('addMallNow')}
        </Button>
        {cancel && <Button onClick={cancel}>{sayOfPlaces('cancel')}</Button>}
      </div>
    </form>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { emailWords } from '../../session/email-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { PlaceFieldInputs, placeChecks } from '../../session/place-fields.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { useSay } from '../../session/words.ts'
import { completeAddress } from '../../ui/complete-address.ts'
import { createMall, type Mall, type MallFields, updateMall } from './api.ts'

const empty: MallFields = { title: '', description: '', image: '', email: '', password: '', passwordAgain: '' }

/**
 * The mall's seven fields. Without `mall` it adds one, and all are required; with one it changes that, and blank passwords keep the
 * present one. What was typed stays until it has been saved. Give it a `key` of the mall's id.
 */
export function MallForm({ mall, saved, cancel }: { mall: Mall | null; saved: (title: string) => void; cancel?: () => void }) {
  const say = useSay()
  const form = useForm<MallFields>({
    initialValues: mall
      ? { ...empty, title: mall.title, description: mall.description, image: mall.image ?? '', email: mall.email ?? '' }
      : empty,
    validate: {
      ...placeChecks(say, mall === null),
      title: (text) => (text.trim() === '' ? sayOfPlaces('titleMissing') : null),
      email: (text) => emailWords(say, text),
    },
  })
  const save = useMutation({
    mutationFn: (fields: MallFields) => (mall ? updateMall(mall.id, fields) : createMall(fields)),
    onSuccess: ({ title }) => {
      form.reset()
      saved(title)
    },
    onError: useRefusedFields(form),
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
        maxLength={80}
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

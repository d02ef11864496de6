import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { isEmail } from '../../../contract/checks.ts'
import { PICTURE_MAX_SIDE } from '../../../contract/picture-limits.ts'
import { fieldErrors } from '../../session/field-errors.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { newPasswordWords } from '../../session/password-words.ts'
import { pictureWords } from '../../session/picture-words.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { Words } from '../../session/words.ts'
import { PictureField } from '../../ui/picture-field.tsx'
import { createMall, type Mall, type MallFields, updateMall } from './api.ts'

const empty: MallFields = { title: '', description: '', image: '', email: '', password: '', passwordAgain: '' }

/**
 * The mall's seven fields. Without `mall` it adds one, and all are required; with one it changes that, and blank passwords keep the
 * present one. What was typed stays until it has been saved. Give it a `key` of the mall's id.
 */
export function MallForm({ mall, saved, cancel }: { mall: Mall | null; saved: (title: string) => void; cancel?: () => void }) {
  const { say, locale } = useContext(Words)
  const form = useForm<MallFields>({
    initialValues: mall
      ? { ...empty, title: mall.title, description: mall.description, image: mall.image ?? '', email: mall.email ?? '' }
      : empty,
    validate: {
      title: (text) => (text.trim() === '' ? sayOfPlaces('titleMissing') : null),
      description: (text) => (text.trim() === '' && !mall ? sayOfPlaces('descriptionMissing') : null),
      image: (text) => (text.trim() === '' && !mall ? sayOfPlaces('imageMissing') : null),
      email: (text) => (text.trim() === '' ? say('emailMissing') : isEmail(text.trim()) ? null : say('emailWrong')),
      password: (text) => (mall && text === '' ? null : newPasswordWords(say, text)),
      passwordAgain: (text, all) => (text === all.password ? null : say('passwordsDiffer')),
    },
  })
  const save = useMutation({
    mutationFn: (fields: MallFields) => (mall ? updateMall(mall.id, fields) : createMall(fields)),
    onSuccess: ({ title }) => {
      form.reset()
      saved(title)
    },
    onError: (failure) => {
      const errors = fieldErrors(say, locale, failure)
      form.setErrors(errors)
      form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
    },
  })
  const toggle = { 'aria-label': say('showPassword'), tabIndex: 0 }
  const unchanged = mall ? sayOfPlaces('unchanged') : ''
  return (
    <form
      className="panel form"
      aria-labelledby="mall-form"
      noValidate
      onSubmit={form.onSubmit(
        (fields) => save.mutate({ ...fields, title: fields.title.trim(), email: fields.email.trim() }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'title')?.focus(),
      )}
    >
      <h2 id="mall-form">{mall ? sayOfPlaces('updateMallOf', { mall: mall.title }) : sayOfPlaces('addMall')}</h2>
      <FormFailure failure={save.error} />
      <TextInput label={sayOfPlaces('title')} name="title" maxLength={80} required withAsterisk={false} {...form.getInputProps('title')} />
      <Textarea
        label={sayOfPlaces('description')}
        name="description"
        rows={2}
        maxLength={500}
        required={!mall}
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
        label={say('email')}
        type="email"
        name="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
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
      {mall && <p className="form__hint">{sayOfPlaces('blankKeeps')}</p>}
      <TextInput label={sayOfPlaces('role')} value="owner" readOnly />
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {mall ? sayOfPlaces('updateMall') : sayOfPlaces('addMallNow')}
        </Button>
        {cancel && <Button onClick={cancel}>{sayOfPlaces('cancel')}</Button>}
      </div>
    </form>
  )
}

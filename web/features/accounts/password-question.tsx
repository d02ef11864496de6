import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { say } from '#web/words/words.ts'
import { CodeField, isCode } from './code-field.tsx'
import { CurrentPasswordField, currentPasswordCheck } from './current-password-field.tsx'

interface Words {
  title: string
  hint: string
  yes: string
}

/** `withCode` also asks for a code from the authenticator app. `send` gets the values and does the action; `sent` gets its result. */
export function PasswordQuestion<T>(props: {
  opened: boolean
  words: Words
  withCode?: { label: string; missing: string }
  isBad?: boolean
  send: (values: { currentPassword: string; code: string }) => Promise<T>
  sent: (answer: T) => void
  close: () => void
}) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={props.words.title}
      centered
      closeButtonProps={{ 'aria-label': say('closeMessage') }}
    >
      <Question {...props} />
    </Modal>
  )
}

function Question<T>({ words, withCode, isBad = false, send, sent, close }: Parameters<typeof PasswordQuestion<T>>[0]) {
  const form = useForm({
    initialValues: { currentPassword: '', code: '' },
    validate: {
      currentPassword: currentPasswordCheck,
      code: (text) => (!withCode || isCode(text) ? null : withCode.missing),
    },
  })
  const question = useMutation({ mutationFn: send, onSuccess: sent, onError: showRefused(form) })
  return (
    <form className="ask" noValidate onSubmit={form.onSubmit((values) => question.mutate(values), focusFirst(form))}>
      <p>{words.hint}</p>
      <FormFailure failure={question.error} />
      <CurrentPasswordField data-autofocus {...form.getInputProps('currentPassword')} />
      {withCode && <CodeField label={withCode.label} name="code" {...form.getInputProps('code')} />}
      <div className="ask__ways">
        <Button onClick={close}>{sayOfOwnAccount('cancel')}</Button>
        <Button type="submit" {...(isBad ? { className: 'bad' } : { variant: 'filled' })} loading={question.isPending}>
          {words.yes}
        </Button>
      </div>
    </form>
  )
}

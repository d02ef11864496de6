import { Button, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trimmed } from '#contract/base/typed.ts'
import { failureWords } from '#web/words/failure.ts'
import { sayOfPlaces } from '#web/words/place.ts'

/** Escape cancels. */
export function RenameForm(props: {
  name: string
  maxLength: number
  rename: (name: string) => Promise<unknown>
  saved: () => void
  cancel: () => void
}) {
  const [name, setName] = useState(props.name)
  const save = useMutation({ mutationFn: props.rename, onSuccess: props.saved })
  return (
    <form
      className="things__rename"
      noValidate
      onKeyDown={getHotkeyHandler([['Escape', props.cancel]])}
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed(name) !== '') save.mutate(name.trim())
      }}
    >
      <TextInput
        aria-label={sayOfPlaces('newNameOf', { name: props.name })}
        maxLength={props.maxLength}
        autoFocus
        value={name}
        error={trimmed(name) === '' ? sayOfPlaces('nameMissing') : save.isError && failureWords(save.error)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={save.isPending}>
        {sayOfPlaces('save')}
      </Button>
      <Button onClick={props.cancel}>{sayOfPlaces('cancel')}</Button>
    </form>
  )
}

import { Button, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { type FormEvent, useContext, useEffect, useRef } from 'react'
import type { Display } from '../../../contract/displays.ts'
import { PICTURE_MAX_SIDE } from '../../../contract/picture-limits.ts'
import { CallFailure } from '../../api/call.ts'
import { sayOfDisplay as say } from '../../session/display-words.ts'
import { failureWords } from '../../session/failure-words.ts'
import { type ConsoleSay, Words } from '../../session/words.ts'
import { PictureField } from '../../ui/picture-field.tsx'
import { forgetError, tell, tellError } from '../../ui/tell.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import type { DisplayChange } from './api.ts'
import { SoundField } from './sound-field.tsx'
import { useSaveDisplay } from './use-display.ts'

/** The quality of the JPEG that is sent from here. */
const QUALITY = 0.8
/** What its messages are about. */
const TOPIC = 'display'

interface DisplayFormProps {
  saved: Display
  /** What has been changed and not saved yet. */
  draft: DisplayChange
  change: (part: DisplayChange) => void
  done: () => void
  cancel: () => void
}

/** Picture, three texts and sound of a display; the screen shows them in the preview beside it while they change. */
export function DisplayForm({ saved, draft, change, done, cancel }: DisplayFormProps) {
  const { say: sayConsole, locale } = useContext(Words)
  const save = useSaveDisplay(saved.shopId)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const shown = { ...saved, ...draft }
  const close = sayConsole('closeMessage')
  const fields = save.error instanceof CallFailure ? save.error.fields : {}
  const reason = save.error === null ? null : reasonOf(save.error, sayConsole, locale)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    forgetError(TOPIC)
    save.mutate(draft, {
      onSuccess: () => {
        tell({ topic: TOPIC, text: say('added'), close })
        done()
      },
      onError: (error) => {
        console.info(error)
        tellError(TOPIC, { text: say('addFailed'), close })
      },
    })
  }

  const text = (
    part: 'slidingText' | 'largeLetter' | 'passText',
    words: [label: string, description: string, placeholder: string],
    maxLength: number,
  ) => (
    <TextInput
      label={words[0]}
      description={words[1]}
      placeholder={words[2]}
      maxLength={maxLength}
      autoComplete="off"
      value={shown[part]}
      error={fields[part]}
      onChange={(event) => change({ [part]: event.currentTarget.value })}
    />
  )

  return (
    <form
      id="display-form"
      className="form panel"
      noValidate
      aria-labelledby="display-form-title"
      onKeyDown={getHotkeyHandler([['Escape', cancel]])}
      onSubmit={submit}
    >
      <h2 id="display-form-title" ref={head} tabIndex={-1}>
        {say('editTitle')}
      </h2>
      <PictureField
        value={shown.backgroundImage ?? ''}
        onChange={(picture) => change({ backgroundImage: picture === '' ? null : picture })}
        words={{
          label: say('picture'),
          drop: say('dropPicture'),
          choose: say('choosePicture'),
          address: say('pictureAddress'),
          remove: say('removePicture'),
          unreadable: say('badPicture'),
          chosen: say('pictureChosen'),
        }}
        maxSide={PICTURE_MAX_SIDE}
        quality={QUALITY}
        error={fields.backgroundImage && reason}
      />
      {shown.backgroundImage !== null && (
        <TextInput
          label={say('imageAlt')}
          placeholder={say('imageAltHint')}
          maxLength={160}
          autoComplete="off"
          value={shown.imageAlt}
          error={fields.imageAlt}
          onChange={(event) => change({ imageAlt: event.currentTarget.value })}
        />
      )}
      {text('slidingText', [say('animationName'), say('animationNameHint'), say('slidingTextHint')], 40)}
      {text('largeLetter', [say('secondText'), say('secondTextHint'), say('largeLetterHint')], 4)}
      {text('passText', [say('serviceName'), say('serviceNameHint'), say('passTextHint')], 40)}
      <SoundField value={shown.audio} onChange={(audio) => change({ audio })} />
      <Trouble>{reason}</Trouble>
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {say('save')}
        </Button>
        <Button onClick={cancel}>{say('cancel')}</Button>
      </div>
    </form>
  )
}

/** What went wrong and what to do, in the person's language. */
function reasonOf(failure: Error, sayConsole: ConsoleSay, locale: 'en' | 'hi'): string {
  const code = failure instanceof CallFailure ? failure.code : null
  if (code === 'bad_picture') return say('badPicture')
  if (code === 'bad_sound') return say('badSound')
  if (code === 'too_large') return say('tooLarge')
  if (code === 'forbidden') return say('notAllowed')
  return failureWords(sayConsole, locale, failure)
}

import { Button, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { type FormEvent, useEffect, useRef } from 'react'
import { firstLetters, roomFor } from '#contract/base/letters.ts'
import type { Display } from '#contract/displays/displays.ts'
import { PICTURE_MAX_SIDE } from '#contract/media/media.ts'
import { CallFailure } from '#web/api/call.ts'
import { type DisplayChange, useSaveDisplay } from '#web/data/displays.ts'
import { completeAddress } from '#web/ui/complete-address.ts'
import { PictureField } from '#web/ui/picture-field.tsx'
import { forgetError, tell, tellError } from '#web/ui/tell.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfDisplay } from '#web/words/display.ts'
import { failureWords } from '#web/words/failure.ts'
import { say } from '#web/words/words.ts'
import { SoundField } from './sound-field.tsx'

/** JPEG quality of the picture, from 0 to 1. */
const QUALITY = 0.8
const TOPIC = 'display'

interface DisplayFormProps {
  saved: Display
  draft: DisplayChange
  change: (part: DisplayChange) => void
  done: () => void
  cancel: () => void
}

/** The screen's preview shows each change at once. */
export function DisplayForm({ saved, draft, change, done, cancel }: DisplayFormProps) {
  const save = useSaveDisplay(saved.shopId)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const shown = { ...saved, ...draft }
  const close = say('closeMessage')
  const fields = save.error instanceof CallFailure ? save.error.fields : {}
  const reason = save.error === null ? null : reasonOf(save.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    forgetError(TOPIC)
    const { backgroundImage: image, ...others } = draft
    save.mutate(typeof image === 'string' ? { ...others, backgroundImage: completeAddress(image) } : draft, {
      onSuccess: () => {
        tell({ topic: TOPIC, text: sayOfDisplay('added'), close })
        done()
      },
      onError: (error) => {
        console.info(error)
        tellError(TOPIC, { text: sayOfDisplay('addFailed'), close })
      },
    })
  }

  const text = (
    part: 'slidingText' | 'largeLetter' | 'passText',
    words: [label: string, description: string, placeholder: string],
    most: number,
  ) => (
    <TextInput
      label={words[0]}
      description={words[1]}
      placeholder={words[2]}
      autoComplete="off"
      value={shown[part]}
      error={fields[part]}
      onChange={(event) => change({ [part]: firstLetters(event.currentTarget.value, most) })}
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
        {sayOfDisplay('editTitle')}
      </h2>
      <PictureField
        value={shown.backgroundImage ?? ''}
        onChange={(picture) => change({ backgroundImage: picture === '' ? null : picture })}
        words={{
          label: sayOfDisplay('picture'),
          drop: sayOfDisplay('dropPicture'),
          choose: sayOfDisplay('choosePicture'),
          address: sayOfDisplay('pictureAddress'),
          remove: sayOfDisplay('removePicture'),
          unreadable: sayOfDisplay('badPicture'),
          chosen: sayOfDisplay('pictureChosen'),
        }}
        maxSide={PICTURE_MAX_SIDE}
        quality={QUALITY}
        error={fields.backgroundImage && reason}
      />
      {shown.backgroundImage !== null && (
        <TextInput
          label={sayOfDisplay('imageAlt')}
          placeholder={sayOfDisplay('imageAltHint')}
          maxLength={roomFor(160)}
          autoComplete="off"
          value={shown.imageAlt}
          error={fields.imageAlt}
          onChange={(event) => change({ imageAlt: event.currentTarget.value })}
        />
      )}
      {text('slidingText', [sayOfDisplay('animationName'), sayOfDisplay('animationNameHint'), sayOfDisplay('slidingTextHint')], 40)}
      {text('largeLetter', [sayOfDisplay('secondText'), sayOfDisplay('secondTextHint'), sayOfDisplay('largeLetterHint')], 4)}
      {text('passText', [sayOfDisplay('serviceName'), sayOfDisplay('serviceNameHint'), sayOfDisplay('passTextHint')], 40)}
      <SoundField value={shown.audio} onChange={(audio) => change({ audio })} />
      <Trouble>{reason}</Trouble>
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {sayOfDisplay('save')}
        </Button>
        <Button onClick={cancel}>{sayOfDisplay('cancel')}</Button>
      </div>
    </form>
  )
}

/**
 * Three refusals have this screen's own words, which say more than the catalogue. The screen shrinks the picture, so its size in pixels is
 * never wrong. Only the picture can be too large. *This* is the display.
 */
function reasonOf(failure: Error): string {
  const code = failure instanceof CallFailure ? failure.code : null
  if (code === 'bad_picture') return sayOfDisplay('badPicture')
  if (code === 'too_large') return sayOfDisplay('tooLarge')
  if (code === 'forbidden') return sayOfDisplay('notAllowed')
  return failureWords(failure)
}

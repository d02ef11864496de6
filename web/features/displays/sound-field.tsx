import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { SOUND_MOST_BYTES } from '#contract/media/media.ts'
import { sayOfDisplay } from '#web/words/display.ts'
import { refusalSentences } from '#web/words/refusals.ts'
import './sound-field.css'

/**
 * `value` is null for the product's default sound, the address of a saved one, or a chosen file as a data URL. The server checks the
 * content of the file.
 */
export function SoundField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ dataUrl: string; address: string } | null>(null)
  useEffect(
    () => () => {
      if (chosen !== null) URL.revokeObjectURL(chosen.address)
    },
    [chosen],
  )

  const take = async (sound: File | undefined) => {
    if (!sound) return
    if (sound.size > SOUND_MOST_BYTES) return setError(refusalSentences().bad_sound)
    setError(null)
    const dataUrl = await dataUrlOf(sound)
    // The content security policy allows media from our server and blob URLs, but not data URLs.
    setChosen({ dataUrl, address: URL.createObjectURL(sound) })
    onChange(dataUrl)
  }

  return (
    <fieldset className="sound-field">
      <legend>{sayOfDisplay('sound')}</legend>
      <p>{sayOfDisplay(value === null ? 'houseSound' : 'ownSound')}</p>
      {value !== null && (
        <audio controls loop preload="none" src={value === chosen?.dataUrl ? chosen.address : value}>
          <track kind="captions" />
        </audio>
      )}
      <div className="sound-field__ways">
        <Button size="xs" onClick={() => file.current?.click()}>
          {sayOfDisplay('chooseSound')}
        </Button>
        {value !== null && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              setError(null)
              onChange(null)
            }}
          >
            {sayOfDisplay('useHouseSound')}
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept="audio/mpeg,audio/ogg,audio/mp4,audio/x-m4a,audio/wav,.mp3,.ogg,.m4a,.wav"
        aria-label={sayOfDisplay('sound')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // Choosing the same file again must also count as a change.
          event.currentTarget.value = ''
        }}
      />
      {error === null ? (
        <p className="sound-field__hint">{sayOfDisplay('soundHint')}</p>
      ) : (
        <p className="sound-field__error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A file that the browser does not call a sound is sent as one anyway: the server checks it. */
async function dataUrlOf(sound: File): Promise<string> {
  const type = /^audio\/[a-z0-9.+-]+$/.test(sound.type) ? sound.type : 'audio/mpeg'
  const bytes = new Uint8Array(await sound.arrayBuffer())
  let text = ''
  // In chunks, because a function call can take only a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return `data:${type};base64,${btoa(text)}`
}

import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { SOUND_MOST_BYTES } from '../../../contract/picture-limits.ts'
import { sayOfDisplay as say } from '../../session/display-words.ts'

/**
 * The looping sound: the house's own (null), the address of a kept one, or a chosen file as a data URL. What a file really is, the
 * server finds out.
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
    if (sound.size > SOUND_MOST_BYTES) return setError(say('badSound'))
    setError(null)
    const dataUrl = await dataUrlOf(sound)
    // The page's policy lets a player read from us and from here, not from data URLs.
    setChosen({ dataUrl, address: URL.createObjectURL(sound) })
    onChange(dataUrl)
  }

  return (
    <fieldset className="sound">
      <legend>{say('sound')}</legend>
      <p>{say(value === null ? 'houseSound' : 'ownSound')}</p>
      {value !== null && (
        <audio controls loop preload="none" src={value === chosen?.dataUrl ? chosen.address : value}>
          <track kind="captions" />
        </audio>
      )}
      <div className="sound__ways">
        <Button size="xs" onClick={() => file.current?.click()}>
          {say('chooseSound')}
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
            {say('useHouseSound')}
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept="audio/mpeg,audio/ogg,audio/mp4,audio/x-m4a,audio/wav,.mp3,.ogg,.m4a,.wav"
        aria-label={say('sound')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file chosen once more is a change, too.
          event.currentTarget.value = ''
        }}
      />
      {error === null ? (
        <p className="sound__hint">{say('soundHint')}</p>
      ) : (
        <p className="sound__error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A file whose type the browser does not know, or calls a film, is sent as a sound all the same: it is judged by its content. */
async function dataUrlOf(sound: File): Promise<string> {
  const type = /^audio\/[a-z0-9.+-]+$/.test(sound.type) ? sound.type : 'audio/mpeg'
  const bytes = new Uint8Array(await sound.arrayBuffer())
  let text = ''
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return `data:${type};base64,${btoa(text)}`
}

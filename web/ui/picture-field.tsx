import { Button, Input, TextInput } from '@mantine/core'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { completeAddress } from './complete-address.ts'
import { Icon } from './icons.tsx'
import { shrinkPicture } from './shrink-picture.ts'
import './picture-field.css'

export interface PictureWords {
  label: string
  drop: string
  choose: string
  address: string
  remove: string
  unreadable: string
  chosen: string
}

/**
 * A picture that is dropped, chosen or named by its address. `value` is a data URL (JPEG of at most `maxSide` px), an address, or
 * empty for none.
 */
export function PictureField(props: {
  value: string
  onChange: (value: string) => void
  words: PictureWords
  maxSide: number
  /** How much of its detail is kept, 0 to 1; by itself the measure for cards. */
  quality?: number
  error?: ReactNode
}) {
  const { value, onChange, words, maxSide, quality } = props
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  const chosen = value.startsWith('data:')
  const error = unreadable ? words.unreadable : props.error

  const take = async (picture: File | undefined) => {
    if (!picture) return
    try {
      onChange(await shrinkPicture(picture, maxSide, quality))
      setUnreadable(false)
    } catch (reason) {
      console.info('picture', reason)
      setUnreadable(true)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <Input.Wrapper label={words.label} labelElement="div" error={error} errorProps={{ role: 'alert' }}>
      <section
        className="drop"
        aria-label={words.label}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className="drop__picture">{value === '' ? <Icon name="picture" /> : <img src={value} alt={words.chosen} />}</div>
        <p className="drop__hint">{words.drop}</p>
        <div className="drop__ways">
          <Button size="xs" onClick={() => file.current?.click()}>
            {words.choose}
          </Button>
          {value !== '' && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
              {words.remove}
            </Button>
          )}
        </div>
        <input
          ref={file}
          id={id}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={words.label}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // The same file chosen once more is a change, too.
            event.currentTarget.value = ''
          }}
        />
      </section>
      <TextInput
        className="drop__address"
        type="url"
        inputMode="url"
        aria-label={words.address}
        placeholder={chosen ? words.chosen : words.address}
        value={chosen ? '' : value}
        error={Boolean(error)}
        onChange={(event) => {
          setUnreadable(false)
          onChange(event.currentTarget.value)
        }}
        onBlur={() => {
          // Said only where it differs: else whoever just passes by would have changed something.
          const whole = completeAddress(value)
          if (!chosen && whole !== value) onChange(whole)
        }}
      />
    </Input.Wrapper>
  )
}

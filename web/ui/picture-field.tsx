import { Button, Input, TextInput } from '@mantine/core'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { completeAddress } from './complete-address.ts'
import { EveningEntrance } from './evening-entrance.tsx'
import { Icon } from './icons.tsx'
import { pictureOf, shrinkPicture } from './shrink-picture.ts'
import './picture-field.css'

export interface PictureWords {
  label: string
  drop: string
  choose: string
  address: string
  remove: string
  /** The button that takes our own drawing. */
  drawn?: string
  unreadable: string
  chosen: string
}

/** `value` is a data URL (JPEG of at most `maxSide` px), an address, or empty for none. */
export function PictureField(props: {
  value: string
  onChange: (value: string) => void
  words: PictureWords
  maxSide: number
  /** How much of its detail is kept, 0 to 1; the default suits cards. */
  quality?: number
  error?: ReactNode
}) {
  const { value, onChange, words, maxSide, quality } = props
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
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
  const takeDrawing = async () => {
    const drawn = drawing.current?.querySelector('svg')
    if (!drawn) return
    try {
      onChange(await pictureOf(drawn, maxSide))
      setUnreadable(false)
    } catch (reason) {
      console.info('drawing', reason)
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
        className="picture-field"
        aria-label={words.label}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className="picture-field__picture">{value === '' ? <Icon name="picture" /> : <img src={value} alt={words.chosen} />}</div>
        <p className="picture-field__hint">{words.drop}</p>
        <div className="picture-field__ways">
          <Button size="xs" onClick={() => file.current?.click()}>
            {words.choose}
          </Button>
          {value === '' && words.drawn !== undefined && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => takeDrawing()}>
              {words.drawn}
            </Button>
          )}
          {value !== '' && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
              {words.remove}
            </Button>
          )}
        </div>
        {words.drawn !== undefined && (
          <div ref={drawing} hidden>
            <EveningEntrance label="" />
          </div>
        )}
        <input
          ref={file}
          id={id}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={words.label}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // Choosing the same file again must count as a change, too.
            event.currentTarget.value = ''
          }}
        />
      </section>
      <TextInput
        className="picture-field__address"
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
          // Reports only a difference: passing through the field is not a change.
          const whole = completeAddress(value)
          if (!chosen && whole !== value) onChange(whole)
        }}
      />
    </Input.Wrapper>
  )
}

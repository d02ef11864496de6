import { ColorPicker, ColorSwatch, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { sayOfQr } from '#web/words/qr.ts'
import { readColour } from './colours.ts'

type Name = Parameters<typeof sayOfQr>[0] &
  ('ink' | 'carpet' | 'cart' | 'green' | 'bronze' | 'grey' | 'white' | `${'gold' | 'carpet' | 'cart' | 'green' | 'grey'}Tint`)

interface Choice {
  label: string
  ownLabel: string
  presets: readonly { name: Name; hex: string }[]
  /** `#rrggbb` */
  value: string
  onChange: (hex: string) => void
}

export function ColourChoice({ label, ownLabel, presets, value, onChange }: Choice) {
  return (
    <fieldset className="qr__field">
      <legend className="qr__label">{label}</legend>
      <span className="qr__colours">
        {presets.map(({ name, hex }) => (
          <ColorSwatch
            key={hex}
            component="button"
            type="button"
            color={hex}
            size={36}
            radius="sm"
            withShadow={false}
            classNames={{ root: 'qr__swatch', colorOverlay: 'qr__swatch-edge' }}
            aria-label={sayOfQr(name)}
            aria-pressed={hex === value}
            title={sayOfQr(name)}
            onClick={() => onChange(hex)}
          />
        ))}
        <OwnColour label={ownLabel} value={value} onChange={onChange} />
      </span>
    </fieldset>
  )
}

/** An incomplete colour stays in the field and changes nothing. */
function OwnColour({ label, value, onChange }: { label: string; value: string; onChange: (hex: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    // The same colour in another form, such as `#abc`, stays as it was typed.
    setTyped((now) => (readColour(now) === value ? now : value))
  }, [value])
  return (
    <TextInput
      className="qr__own num"
      aria-label={label}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      leftSectionWidth={44}
      leftSection={<Picker label={label} value={value} onChange={onChange} />}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const hex = readColour(text)
        if (hex !== null) onChange(hex)
      }}
      onBlur={() => setTyped(value)}
    />
  )
}

/** Replaces Mantine's ColorInput: the sliders of that picker cannot have labels, and the keyboard cannot reach them. */
function Picker({ label, value, onChange }: { label: string; value: string; onChange: (hex: string) => void }) {
  return (
    <Popover position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className="qr__pick" aria-label={sayOfQr('pick', { what: label })}>
          <ColorSwatch classNames={{ colorOverlay: 'qr__pick-edge' }} color={value} size={20} radius="sm" withShadow={false} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <ColorPicker format="hex" value={value} onChange={onChange} saturationLabel={sayOfQr('saturation')} hueLabel={sayOfQr('hue')} />
      </Popover.Dropdown>
    </Popover>
  )
}

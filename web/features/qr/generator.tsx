import { Alert, Badge, Button, Slider, TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { urlOf } from '#web/ui/url.ts'
import { sayOfQr } from '#web/words/qr.ts'
import { codeOf, pixelsPerModule, pngOf, svgOf } from './code.ts'
import { CodeStage } from './code-stage.tsx'
import { ColourChoice } from './colour-choice.tsx'
import { backColours, codeColours, type Verdict, verdictOf } from './colours.ts'
import './qr.css'

interface Generator {
  text: string
  onText: (text: string) => void
  /** The name of the shop or mall, if the text is its address. */
  caption: string | null
  /** Called when the code has been saved as a picture. */
  onSaved: () => void
  /** The choice of a shop, above the text field. */
  children: ReactNode
}

const SMALLEST = 128
const LARGEST = 512
const STEP = 8

export function QrGenerator({ text, onText, caption, onSaved, children }: Generator) {
  const [look, setLook] = useState({ code: codeColours[0].hex as string, back: backColours[0].hex as string })
  const [pixels, setPixels] = useState(256)
  const [touched, setTouched] = useState(false)
  const [failed, setFailed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const empty = text.trim() === ''
  const code = useMemo(() => (empty ? null : codeOf(text)), [empty, text])
  const error = empty ? (touched ? sayOfQr('textMissing') : null) : code ? null : sayOfQr('textTooLong')
  const verdict = verdictOf({ ...look, pixelsPerModule: code ? pixelsPerModule(code, pixels) : Number.POSITIVE_INFINITY })

  const keep = (file: Promise<Blob>, name: string) => {
    setFailed(false)
    file
      .then((made) => {
        saveFile(new File([made], name, { type: made.type }))
        onSaved()
      })
      .catch((reason: unknown) => {
        console.info('qr file', reason)
        setFailed(true)
      })
  }
  const download = () => {
    setTouched(true)
    if (code && canvas.current) keep(pngOf(canvas.current), 'qrcode.png')
  }

  return (
    <div className="qr">
      <form
        className="panel form qr__form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          download()
        }}
      >
        {children}
        <TextInput
          label={sayOfQr('text')}
          value={text}
          error={error}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onText(event.currentTarget.value)}
          onBlur={() => setTouched(true)}
        />
        <ColourChoice
          label={sayOfQr('codeColour')}
          ownLabel={sayOfQr('ownCodeColour')}
          presets={codeColours}
          value={look.code}
          onChange={(code) => setLook((now) => ({ ...now, code }))}
        />
        <ColourChoice
          label={sayOfQr('backColour')}
          ownLabel={sayOfQr('ownBackColour')}
          presets={backColours}
          value={look.back}
          onChange={(back) => setLook((now) => ({ ...now, back }))}
        />
        <div className="qr__field">
          <span className="qr__ends qr__label">
            <span>{sayOfQr('size')}</span>
            <span className="num">{sayOfQr('pixels', { count: pixels })}</span>
          </span>
          <Slider
            classNames={{ root: 'qr__slider', track: 'qr__track' }}
            min={SMALLEST}
            max={LARGEST}
            step={STEP}
            value={pixels}
            label={null}
            thumbSize={24}
            onChange={setPixels}
            thumbLabel={sayOfQr('size')}
            thumbValueText={sayOfQr('pixels', { count: pixels })}
          />
          <span className="qr__ends num muted" aria-hidden="true">
            <span>{SMALLEST}</span>
            <span>{LARGEST}</span>
          </span>
        </div>
        {code && <ScanNote verdict={verdict} onSwap={() => setLook(({ code, back }) => ({ code: back, back: code }))} />}
        {isThisMachine(text) && (
          <Alert className="alert--warn" color="yellow" variant="light" icon={<Icon name="warning" />}>
            {sayOfQr('noPhoneReaches')}
          </Alert>
        )}
        <div className="qr__ways">
          <Button type="submit" variant="filled" leftSection={<Icon name="download" />} disabled={code === null}>
            {sayOfQr('download')}
          </Button>
          <Button onClick={() => code && keep(svgOf(code, pixels, look), 'qrcode.svg')} disabled={code === null}>
            {sayOfQr('downloadSvg')}
          </Button>
        </div>
        {failed && <p role="alert">{sayOfQr('saveFailed')}</p>}
      </form>
      <CodeStage canvas={canvas} code={code} pixels={pixels} look={look} caption={caption} />
    </div>
  )
}

/** Such as a demo's `localhost`. */
function isThisMachine(text: string): boolean {
  const hostname = urlOf(text.trim())?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

const tones = { easy: 'ok', weak: 'warn', fails: 'bad' } as const
const hints = { weak: 'weakHint', fails: 'failsHint', inverted: 'invertedHint', dense: 'denseHint' } as const

/** Screen readers announce each change. */
function ScanNote({ verdict, onSwap }: { verdict: Verdict; onSwap: () => void }) {
  const { mark, why, contrast } = verdict
  return (
    <div className="qr__scan">
      <div className="qr__verdict" role="status">
        <Badge data-tone={tones[mark]} leftSection={<Icon name={mark === 'easy' ? 'check' : 'warning'} />}>
          {sayOfQr(mark)}
        </Badge>{' '}
        <span className="muted num">{sayOfQr('contrast', { ratio: contrast.toFixed(1) })}</span>
        {why !== null && <span className="qr__why">{sayOfQr(hints[why])}</span>}
      </div>
      {why === 'inverted' && (
        <Button leftSection={<Icon name="swap" />} onClick={onSwap}>
          {sayOfQr('swap')}
        </Button>
      )}
    </div>
  )
}

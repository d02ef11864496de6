import { type RefObject, useLayoutEffect } from 'react'
import { sayOfQr as say } from '../../session/qr-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Code, drawCode, type Look } from './code.ts'

interface Stage {
  canvas: RefObject<HTMLCanvasElement | null>
  /** Null where there is no text, or too long a one. */
  code: Code | null
  pixels: number
  look: Look
  /** What the code is of, where it is a shop's. */
  caption: string | null
}

/** The code as it will be downloaded, pixel by pixel. */
export function CodeStage({ canvas, code, pixels, look, caption }: Stage) {
  const { code: dark, back } = look
  useLayoutEffect(() => {
    if (canvas.current && code) drawCode(canvas.current, code, pixels, { code: dark, back })
  }, [canvas, code, pixels, dark, back])
  return (
    <div className="panel qr__stage">
      {code ? (
        <figure className="qr__figure">
          <canvas ref={canvas} className="qr__canvas" role="img" aria-label={say('codeFor', { text: code.text })} />
          {caption !== null && <figcaption>{caption}</figcaption>}
        </figure>
      ) : (
        <p className="qr__nothing">
          <Icon name="qr" />
          {say('nothingYet')}
        </p>
      )}
    </div>
  )
}

import { type RefObject, useLayoutEffect } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfQr } from '#web/words/qr.ts'
import { type Code, drawCode, type Look } from './code.ts'

interface Stage {
  canvas: RefObject<HTMLCanvasElement | null>
  /** Null if there is no text, or if it is too long. */
  code: Code | null
  pixels: number
  look: Look
  /** The name of the shop or mall, if the code is its address. */
  caption: string | null
}

/** The code with exactly the pixels of the download. */
export function CodeStage({ canvas, code, pixels, look, caption }: Stage) {
  const { code: dark, back } = look
  useLayoutEffect(() => {
    if (canvas.current && code) drawCode(canvas.current, code, pixels, { code: dark, back })
  }, [canvas, code, pixels, dark, back])
  return (
    <div className="panel qr__stage">
      {code ? (
        <figure className="qr__figure">
          <canvas ref={canvas} className="qr__canvas" role="img" aria-label={sayOfQr('codeFor', { text: code.text })} />
          {caption !== null && <figcaption>{caption}</figcaption>}
        </figure>
      ) : (
        <p className="qr__nothing">
          <Icon name="qr" />
          {sayOfQr('nothingYet')}
        </p>
      )}
    </div>
  )
}

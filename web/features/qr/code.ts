import QRCode from 'qrcode'

/** Error correction level H; `size` × `size` modules, row by row; 1 is dark. */
export interface Code {
  text: string
  size: number
  modules: Uint8Array
}

export interface Look {
  code: string
  back: string
}

/** The width of the background that a scanner needs around a code, in modules. */
const QUIET_ZONE = 4

/** Null if the text is too long for a code. */
export function codeOf(text: string): Code | null {
  try {
    const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'H' }).modules
    return { text, size, modules: Uint8Array.from(data) }
  } catch {
    // It throws only if the text is too long, or empty; no caller passes an empty text.
    return null
  }
}

/** Modules of at least this width, in pixels, are rounded down to whole pixels. Rounding narrower ones would shrink the code too much. */
const WHOLE_FROM = 3

/** `pixels` is the width of the picture, quiet zone included. */
export function pixelsPerModule(code: Code, pixels: number): number {
  const width = pixels / (code.size + 2 * QUIET_ZONE)
  return width < WHOLE_FROM ? width : Math.floor(width)
}

/**
 * Draws a square of `pixels` × `pixels`. `QRCode.toCanvas` is not used: if a long text has more modules than pixels, it makes the picture
 * larger than requested. It also makes the modules uneven, which confuses cameras most.
 */
export function drawCode(canvas: HTMLCanvasElement, code: Code, pixels: number, look: Look): void {
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = look.back
  context.fillRect(0, 0, pixels, pixels)
  context.fillStyle = look.code
  const width = pixelsPerModule(code, pixels)
  // The pixels that remain after rounding go to the quiet zone.
  const start = Math.floor((pixels - code.size * width) / 2)
  const edge = (module: number) => start + Math.round(module * width)
  code.modules.forEach((dark, i) => {
    if (!dark) return
    const [x, y] = [i % code.size, Math.floor(i / code.size)]
    context.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y))
  })
}

/** Rejects if the browser cannot create one. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser could not create a PNG'))), 'image/png')
  })
}

/** `pixels` is the natural width. */
export async function svgOf(code: Code, pixels: number, look: Look): Promise<Blob> {
  const text = await QRCode.toString(code.text, {
    type: 'svg',
    errorCorrectionLevel: 'H',
    margin: QUIET_ZONE,
    width: pixels,
    color: { dark: look.code, light: look.back },
  })
  return new Blob([text], { type: 'image/svg+xml' })
}

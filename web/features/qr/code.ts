import QRCode from 'qrcode'

/** A QR code at error correction H: `size` modules a side, row by row, 1 is dark. */
export interface Code {
  text: string
  size: number
  modules: Uint8Array
}

export interface Look {
  code: string
  back: string
}

/** Modules of background that a scanner needs around a code. */
const QUIET_ZONE = 4

/** The code of a text; null where the text is too long for one. */
export function codeOf(text: string): Code | null {
  try {
    const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'H' }).modules
    return { text, size, modules: Uint8Array.from(data) }
  } catch {
    // Beside an empty text, which nobody asks for, this is the only thing it throws for.
    return null
  }
}

/** From this width on, in pixels, modules are whole pixels; narrower ones would lose too much of the picture by that. */
const WHOLE_FROM = 3

/** How wide one module is in a picture of so many pixels, its quiet zone included. */
export function pixelsPerModule(code: Code, pixels: number): number {
  const width = pixels / (code.size + 2 * QUIET_ZONE)
  return width < WHOLE_FROM ? width : Math.floor(width)
}

/**
 * Draws a code as a square of so many pixels. Not by `QRCode.toCanvas`: that makes the picture larger than it is told where a long
 * text has more modules than pixels, and its modules uneven, which is what cameras stumble over first.
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
  // What whole pixels leave over is quiet zone.
  const start = Math.floor((pixels - code.size * width) / 2)
  const edge = (module: number) => start + Math.round(module * width)
  code.modules.forEach((dark, i) => {
    if (!dark) return
    const [x, y] = [i % code.size, Math.floor(i / code.size)]
    context.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y))
  })
}

/** The canvas as a PNG file; rejects where the browser makes none. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no PNG'))), 'image/png')
  })
}

/** The code as an SVG file that keeps its edges at any size; `pixels` is its natural width. */
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

/** Hands a file to the browser's downloads. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

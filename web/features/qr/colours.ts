/** Colours of codes are for print, so they do not follow the screen's theme. All are `#rrggbb`. */
export const codeColours = [
  { name: 'ink', hex: '#1a1315' },
  { name: 'carpet', hex: '#7a1325' },
  { name: 'cart', hex: '#18388c' },
  { name: 'green', hex: '#12613a' },
  { name: 'bronze', hex: '#553b11' },
  { name: 'grey', hex: '#463d3f' },
] as const

export const backColours = [
  { name: 'white', hex: '#ffffff' },
  { name: 'goldTint', hex: '#fdf8ea' },
  { name: 'carpetTint', hex: '#fcf2f2' },
  { name: 'cartTint', hex: '#eef3ff' },
  { name: 'greenTint', hex: '#dcf3e4' },
  { name: 'greyTint', hex: '#ebe8e6' },
] as const

/** Takes `#7A1325` or `#abc` and returns `#rrggbb` in lower case; null if the text is not a colour. */
export function readColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/** WCAG's relative luminance, 0 … 1. `hex` is `#rrggbb`. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG's contrast of two colours, 1 … 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** From contrast `SAFE` on, every camera tells the colours apart, also in dim light. Below `LEAST`, a camera does not find the code. */
const SAFE = 4.5
const LEAST = 3
/** A camera cannot read modules narrower than this, in pixels. */
const NARROWEST = 2

export interface Verdict {
  mark: 'easy' | 'weak' | 'fails'
  /** What is wrong; null if nothing is. */
  why: 'weak' | 'fails' | 'inverted' | 'dense' | null
  contrast: number
}

/** `pixelsPerModule` is infinite for SVG. */
export function verdictOf({ code, back, pixelsPerModule }: { code: string; back: string; pixelsPerModule: number }): Verdict {
  const ratio = contrast(code, back)
  if (ratio < LEAST) return { mark: 'fails', why: 'fails', contrast: ratio }
  if (luminance(code) > luminance(back)) return { mark: 'fails', why: 'inverted', contrast: ratio }
  if (pixelsPerModule < NARROWEST) return { mark: 'fails', why: 'dense', contrast: ratio }
  return ratio < SAFE ? { mark: 'weak', why: 'weak', contrast: ratio } : { mark: 'easy', why: null, contrast: ratio }
}

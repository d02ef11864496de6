import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { PosterSize } from '#contract/poster/poster.ts'
import { type Layout, layoutOf } from './shaping.ts'

/** The red and gold of the screen; paper has no theme. */
export const ink = {
  night: '#23050b',
  deep: '#3c0812',
  carpet: '#7a1325',
  carpetLit: '#961b2e',
  gold: '#d5ab51',
  goldSoft: '#f1dba0',
  goldPale: '#f8ebc6',
  white: '#ffffff',
  black: '#1a1315',
  grey: '#625859',
} as const

/** Posters are drawn in the points of an A4 sheet and scaled to their size; A5 is the same page at 71 %. */
export const SHEET = { width: 595.28, height: 841.89 } as const
const widths: Readonly<Record<PosterSize, number>> = { A4: 595.28, A5: 419.53 }

/** Both font families have Latin and Devanagari letters, so a line may mix them. */
export const faceFiles = {
  text: import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  strong: import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
  display: import.meta.resolve('@expo-google-fonts/noto-serif-devanagari/600SemiBold/NotoSerifDevanagari_600SemiBold.ttf'),
} as const
export type Face = keyof typeof faceFiles

const faces = Object.keys(faceFiles) as Face[]

export type Paper = PDFKit.PDFDocument

export interface About {
  title: string
  language: string
  now: Date
}

/** Drawing is in the points of `SHEET`. */
export function openPaper(size: PosterSize, about: About): Paper {
  const paper = openSheet(size, about)
  paper.scale(widths[size] / SHEET.width)
  return paper
}

/** `size` is a named one, or width and height in points; drawing is in points. */
export function openSheet(size: PosterSize | [width: number, height: number], about: About): Paper {
  const paper = new PDFDocument({
    size,
    margin: 0,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Creator: 'Red Carpet', Producer: 'Red Carpet', CreationDate: about.now },
    // Without this, pdfkit would read Helvetica from its own folder.
    font: fileURLToPath(faceFiles.text),
  })
  for (const face of faces) {
    const file = fileURLToPath(faceFiles[face])
    paper.registerFont(face, file)
    const font = fontOf(paper, face)
    font.layout = layoutOf(file, (id, letters) => font.getGlyph(id, letters))
  }
  return paper
}

export function finish(paper: Paper): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    paper.on('data', (part: Buffer) => parts.push(part))
    paper.on('end', () => resolve(Buffer.concat(parts)))
    paper.on('error', reject)
    paper.end()
  })
}

export interface Words {
  text: string
  face: Face
  /** In points; the largest size if `smallest` is given. */
  size: number
  color: string
  /** Shrinks down to this size until the words fit in `lines`. */
  smallest?: number
  lines?: number
  align?: 'left' | 'center' | 'right'
}

/** `size` is the final size. */
export interface Setting extends Words {
  width: number
  height: number
}

/** Words wrap, and shrink if they would need more than `lines`. */
export function setWords(paper: Paper, words: Words, width: number): Setting {
  const { smallest = words.size, lines = Number.POSITIVE_INFINITY } = words
  for (let size = words.size; ; size -= 1) {
    paper.font(words.face).fontSize(size)
    const height = paper.heightOfString(words.text, { width, lineGap: lineGap(size) })
    const longest = Math.max(...words.text.split(' ').map((word) => paper.widthOfString(word)))
    const rows = Math.round(height / (paper.currentLineHeight(true) + lineGap(size)))
    if (size - 1 < smallest || (rows <= lines && longest <= width)) return { ...words, size, width, height }
  }
}

/** The faces leave space for marks above and below; poster lines may be closer. */
const lineGap = (size: number): number => -0.12 * size

/** `x` and `y` are the upper left corner. */
export function print(paper: Paper, { text, face, size, color, align = 'left', width }: Setting, x: number, y: number): void {
  paper.font(face).fontSize(size).fillColor(color)
  // Without a height, a text that reaches the foot of the unscaled page would begin a new page.
  paper.text(text, x, y, { width, align, lineGap: lineGap(size), height: SHEET.height })
}

/** Leaves out unprintable symbols, such as emoji; null if the text has letters that the faces do not have. */
export function printable(paper: Paper, text: string): string | null {
  const has = lettersOf(paper)
  const plain = [...text].filter((letter) => has(letter) || !DECORATION.test(letter))
  return plain.every(has) ? plain.join('').replace(/\s+/g, ' ').trim() || null : null
}

/** For papers that must be printed anyway. */
export const withoutUnprintable = (paper: Paper, text: string): string =>
  [...text].filter(lettersOf(paper)).join('').replace(/\s+/g, ' ').trim()

/** A font as pdfkit has opened it. */
interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean
  getGlyph(id: number, letters: readonly number[]): unknown
  layout: Layout<unknown>
}

function fontOf(paper: Paper, face: Face): OpenFont {
  paper.font(face)
  // pdfkit keeps the current font here, but its types leave this field out.
  return Reflect.get(paper, '_font').font
}

function lettersOf(paper: Paper): (letter: string) => boolean {
  const font = fontOf(paper, 'display')
  return (letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
}

const DECORATION = /[\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Variation_Selector}\p{M}]/u

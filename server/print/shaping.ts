import { readFileSync } from 'node:fs'
import { Blob, Buffer, ClusterLevel, Face, Font, type GlyphPosition, shape } from 'harfbuzzjs'

export interface Run<Glyph> {
  glyphs: Glyph[]
  /** In units of the font. */
  positions: GlyphPosition[]
  /** Of the positions as they are: pdfkit changes them to its own units. */
  readonly advanceWidth: number
}

export type Layout<Glyph> = (text: string) => Run<Glyph>

export function openFont(file: string): Font {
  const bytes = readFileSync(file)
  return new Font(new Face(new Blob(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))))
}

/**
 * Chooses and places the glyphs of a font as HarfBuzz does, which shapes the texts of browsers, too. pdfkit’s own library misses
 * alternates, in ड्रिंक्स for example. `glyphOf` gets the id of a glyph and the letters that a reader copies from it.
 */
export function layoutOf<Glyph>(file: string, glyphOf: (id: number, letters: number[]) => Glyph): Layout<Glyph> {
  const font = openFont(file)
  return (text) => {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    // A glyph keeps the place of its own letters in the text, so that the words of a print can be copied and searched.
    buffer.setClusterLevel(ClusterLevel.CHARACTERS)
    shape(font, buffer)
    const infos = buffer.getGlyphInfos()
    const begins = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b)
    const glyphs = infos.map(({ codepoint: id, cluster }) => {
      const letters = text.slice(cluster, begins[begins.indexOf(cluster) + 1])
      return glyphOf(
        id,
        Array.from(letters, (letter) => letter.codePointAt(0) ?? 0),
      )
    })
    const positions = buffer.getGlyphPositions()
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}

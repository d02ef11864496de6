import { readFileSync } from 'node:fs'
import { Blob, Buffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs'

/** In units of the font. */
interface Place {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}

export interface Run<Glyph> {
  glyphs: Glyph[]
  positions: Place[]
  /** Of the positions as they are: pdfkit changes them to its own units. */
  readonly advanceWidth: number
}

export type Layout<Glyph> = (text: string) => Run<Glyph>

/**
 * Chooses and places the glyphs of a font as HarfBuzz does, which shapes the texts of browsers, too. pdfkit’s own library misses
 * alternates, in ड्रिंक्स for example. `glyphOf` gets the id of a glyph and the letters that a reader copies from it.
 */
export function layoutOf<Glyph>(file: string, glyphOf: (id: number, letters: number[]) => Glyph): Layout<Glyph> {
  const bytes = readFileSync(file)
  const font = new Font(new Face(new Blob(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))))
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
    const positions = buffer
      .getGlyphPositions()
      .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }))
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}

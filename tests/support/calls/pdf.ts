import { inflateSync } from 'node:zlib'

/** Reads PDFs: enough of the format for what pdfkit writes. */

interface PdfObject {
  head: string
  stream: Buffer
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('endobj', index)
    const begin = text.indexOf('stream\n', index)
    if (begin === -1 || begin > end) {
      objects.set(id, { head: text.slice(index, end), stream: Buffer.alloc(0) })
      continue
    }
    const head = text.slice(index, begin)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const bytes = pdf.subarray(begin + 'stream\n'.length, begin + 'stream\n'.length + length)
    objects.set(id, { head, stream: head.includes('/FlateDecode') ? inflateSync(bytes) : bytes })
  }
  return objects
}

/** The width and height of the first page, in points. */
export const sizeOf = (pdf: Buffer): number[] =>
  /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number) ?? []

export const pagesOf = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b[^s]/g)].length

const unicode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Glyph → its letters, from the table that lets a reader copy text. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  // A ligature is several letters, with blanks between them.
  for (const { 1: from = '', 3: list = '' } of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
    for (const [i, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(Number.parseInt(from, 16) + i, unicode(hex.replaceAll(' ', '')))
  return letters
}

/**
 * The text in the order in which it was drawn, one line for each run of words. Devanagari is as shaped: letters that a ligature swallowed
 * are where the ligature is.
 */
export function textOf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<number, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
      fonts.set(name, lettersOf(objects.get(table)?.stream.toString('latin1') ?? ''))
    }
  const runs: string[] = []
  for (const { head } of objects.values()) {
    const contents = /\/Contents (\d+) 0 R/.exec(head)?.[1]
    if (contents === undefined) continue
    let letters = new Map<number, string>()
    for (const [, font, shown] of (objects.get(contents)?.stream.toString('latin1') ?? '').matchAll(
      /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
    )) {
      if (font !== undefined) letters = fonts.get(font) ?? new Map()
      else
        runs.push(
          [...(shown ?? '').matchAll(/<([0-9a-f]+)>/gi)]
            .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
            .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '')
            .join(''),
        )
    }
  }
  return runs.join('\n')
}

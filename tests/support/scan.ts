import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** What a phone would make of a picture; `text` is null where it finds no code. Inverted codes are not read, as many phones do not. */
export function scan(png: Buffer): { text: string | null; width: number; height: number } {
  const { data, width, height } = PNG.sync.read(png)
  const found = jsqr.default(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })
  return { text: found?.data ?? null, width, height }
}

/** True where Poppler is installed to stand in for a printer. */
export const hasPrinter = spawnSync('pdftoppm', ['-v']).error === undefined

/** Prints the first page of a PDF as a picture, 90 dots an inch; needs `hasPrinter`. */
export function print(pdf: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'red-carpet-print-'))
  try {
    const { status, stderr } = spawnSync('pdftoppm', ['-r', '90', '-png', '-singlefile', '-', join(folder, 'page')], { input: pdf })
    if (status !== 0) throw new Error(`the poster cannot be printed: ${stderr}`)
    return readFileSync(join(folder, 'page.png'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** `text` is null if no code is found. Inverted codes are not read, since many phones cannot read them. */
export function scan(png: Buffer): { text: string | null; width: number; height: number } {
  const { data, width, height } = PNG.sync.read(png)
  const found = jsqr.default(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })
  return { text: found?.data ?? null, width, height }
}

/** Poppler replaces a printer here. */
export const hasPrinter = spawnSync('pdftoppm', ['-v']).error === undefined

/** The first page as a picture, 90 dots an inch; needs `hasPrinter`. */
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

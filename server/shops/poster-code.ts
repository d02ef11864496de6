import QRCode from 'qrcode'

/** A QR code as squares: `size` modules a side, and the dark ones as runs along each row, in modules. */
export interface Code {
  size: number
  runs: readonly { x: number; y: number; length: number }[]
}

/** Modules of white that a scanner needs around a code. */
export const QUIET_ZONE = 4

/** The code of a text at error correction H: it still reads with 30 % of it torn, dirty or behind a sticker. */
export function codeOf(text: string): Code {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'H' })
  const runs: { x: number; y: number; length: number }[] = []
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (!modules.get(y, x)) continue
      const last = runs.at(-1)
      if (last && last.y === y && last.x + last.length === x) last.length += 1
      else runs.push({ x, y, length: 1 })
    }
  }
  return { size: modules.size, runs }
}

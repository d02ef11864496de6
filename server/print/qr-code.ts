import QRCode from 'qrcode'

/** `size` modules per side. The dark modules are runs along each row, in modules. */
export interface Code {
  size: number
  runs: readonly { x: number; y: number; length: number }[]
}

/** The white margin that a scanner needs around a code, in modules. */
export const QUIET_ZONE = 4

/** Error correction H: scanners can read the code even if 30 % of it is torn, dirty or covered. */
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

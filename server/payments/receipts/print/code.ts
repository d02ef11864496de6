import { ink, type Paper } from '#server/print/paper.ts'
import type { Code } from '#server/print/qr-code.ts'

/** `side` is in points. The white paper around the code is its quiet zone. */
export function drawCode(paper: Paper, code: Code, x: number, y: number, side: number, color: string = ink.black): void {
  const module = side / code.size
  for (const run of code.runs) paper.rect(x + run.x * module, y + run.y * module, run.length * module, module)
  // One path and one fill: squares that are filled one by one show hairlines between them.
  paper.fill(color)
}

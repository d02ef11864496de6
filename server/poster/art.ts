import { ink, type Paper, SHEET } from '#server/print/paper.ts'

/** The entrance in the evening: night, a lit door, and the carpet from the door to the reader's feet. */
export function drawArrival(paper: Paper, door: { top: number; side: number; height: number; feet: number }): void {
  const { width, height } = SHEET
  const middle = width / 2
  const heart = door.top + door.side / 2
  paper.rect(0, 0, width, height).fill(paper.linearGradient(0, 0, 0, height).stop(0, ink.deep).stop(0.45, ink.carpet).stop(1, ink.deep))
  const glow = paper.radialGradient(middle, heart, 0, middle, heart, width * 0.72)
  paper.rect(0, 0, width, height).fill(glow.stop(0, ink.gold, 0.55).stop(0.5, ink.carpetLit, 0.4).stop(1, ink.carpetLit, 0))

  // The carpet begins at half the height of the door and leaves the sheet above the steps: no gold line is behind words.
  const far = door.side / 2
  const farAt = door.top + door.height / 2
  const nearAt = door.feet - 4
  const fall = paper.linearGradient(0, farAt, 0, height).stop(0, ink.carpetLit).stop(1, ink.carpet)
  paper
    .moveTo(middle - far, farAt)
    .lineTo(middle + far, farAt)
    .lineTo(width + 3, nearAt)
    .lineTo(width + 3, height)
    .lineTo(-3, height)
    .lineTo(-3, nearAt)
  paper.closePath().fill(fall)
  paper.lineWidth(3).strokeColor(ink.gold)
  paper
    .moveTo(middle - far, farAt)
    .lineTo(-3, nearAt)
    .stroke()
  paper
    .moveTo(middle + far, farAt)
    .lineTo(width + 3, nearAt)
    .stroke()

  drawDoor(paper, { x: middle - door.side / 2, y: door.top, width: door.side, height: door.height })
}

function drawDoor(paper: Paper, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
  const frame = (by: number, round: number) => paper.roundedRect(x - by, y - by, width + 2 * by, height + 2 * by, round)
  frame(15, 27).fill(ink.deep)
  frame(12, 24).lineWidth(1.1).stroke(ink.gold)
  frame(7, 19).fill(ink.gold)
  frame(4, 16).fill(ink.white)
}

/** The mark is 28 points wide. */
export function drawMark(paper: Paper, x: number, y: number): void {
  paper.save().translate(x, y)
  paper.path('M11 3h6l7 22H4z').fill(ink.carpetLit)
  paper.path('M12.6 3h2.8l1.6 22h-6z').fill(ink.carpet)
  paper.lineWidth(1.4).path('M11 3 4 25M17 3l7 22').stroke(ink.gold)
  paper.restore()
}

/** A pass: dark, with a gold frame and a notch, as if a part could be torn off. */
export function drawPass(
  paper: Paper,
  { x, y, width, height, notch }: { x: number; y: number; width: number; height: number; notch: number },
): void {
  const round = 14
  const cut = 7
  const right = x + width
  const bottom = y + height
  const arc = `A${cut} ${cut} 0 0`
  paper.path(
    `M${x + round} ${y}H${notch - cut}${arc} 0 ${notch + cut} ${y}H${right - round}Q${right} ${y} ${right} ${y + round}V${bottom - round}Q${right} ${bottom} ${right - round} ${bottom}` +
      `H${notch + cut}${arc} 0 ${notch - cut} ${bottom}H${x + round}Q${x} ${bottom} ${x} ${bottom - round}V${y + round}Q${x} ${y} ${x + round} ${y}z`,
  )
  paper.lineWidth(1.3).fillAndStroke(ink.night, ink.gold)
  paper.lineWidth(1).dash(3, { space: 4 }).strokeColor(ink.gold)
  paper
    .moveTo(notch, y + cut + 4)
    .lineTo(notch, bottom - cut - 4)
    .stroke()
  paper.undash()
}

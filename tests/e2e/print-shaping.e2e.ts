import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faceFiles } from '#server/print/paper.ts'
import { layoutOf, openFont } from '#server/print/shaping.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { hi as poster } from '#texts/hi/poster.ts'
import { hi as receipt } from '#texts/hi/receipt.ts'
import { hi as states } from '#texts/hi/states.ts'

/** Letters that stack, change places, or move each other's marks, as in names of shops and sellers. */
const names =
  'श्री लक्ष्मी ज्ञान क्षत्रिय कृष्ण हृदय द्वार पूर्णिमा कार्यालय ट्रैक्टर राष्ट्रीय स्त्री विद्यालय चिह्न ब्रह्म शृंगार ऋतु इंदौर फ़ुटवियर स्ट्रिंग ड्रिंक्स ज़ुल्फ़ों हिन्दी उद्घाटन ट्रिँ'

/** Its width, and the sides of its ink, at a thousand pixels to the em. */
interface Box {
  text: string
  width: number
  ink: number[]
}

/** A browser measures ink in steps of a 64th of an em. */
const INK_STEP = 1000 / 64 + 1

const differ = (ours: Box, theirs: Box | undefined) =>
  theirs === undefined ||
  Math.abs(ours.width - theirs.width) > 0.5 ||
  ours.ink.some((side, i) => Math.abs(side - (theirs.ink[i] ?? Number.NaN)) > INK_STEP)

function boxesOf(texts: readonly string[], file: string): Box[] {
  const glyphs = openFont(file)
  const layout = layoutOf(file, (id) => id)
  return texts.map((text) => {
    const run = layout(text)
    let at = 0
    const sides = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity }
    for (const [i, { xAdvance, xOffset, yOffset }] of run.positions.entries()) {
      const ink = glyphs.glyphExtents(run.glyphs[i] ?? 0)
      if (ink && ink.width > 0) {
        const left = at + xOffset + ink.xBearing
        const top = yOffset + ink.yBearing
        sides.left = Math.min(sides.left, left)
        sides.right = Math.max(sides.right, left + ink.width)
        sides.top = Math.max(sides.top, top)
        sides.bottom = Math.min(sides.bottom, top + ink.height)
      }
      at += xAdvance
    }
    return { text, width: run.advanceWidth, ink: Object.values(sides) }
  })
}

test('Hindi in print has the width and the ink that it has in a browser', async ({ page }) => {
  const said = [receipt, states, poster].flatMap((catalogue) => Object.values(catalogue)).join(' ')
  const texts = [...new Set(`${said} ${names}`.match(/[\u0900-\u097F\u200D]+/g))]
  expect(texts.length).toBeGreaterThan(150)
  for (const [face, address] of Object.entries(faceFiles)) {
    const file = fileURLToPath(address)
    const theirs = await page.evaluate(
      async ({ bytes, sought }) => {
        const font = await new FontFace(
          'print',
          Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)),
        ).load()
        document.fonts.add(font)
        const canvas = document.createElement('canvas').getContext('2d')
        if (!canvas) throw new Error('no canvas')
        canvas.font = '1000px print'
        const boxes = sought.map((text) => {
          const drawn = canvas.measureText(text)
          const across = [-drawn.actualBoundingBoxLeft, drawn.actualBoundingBoxRight]
          return { text, width: drawn.width, ink: [...across, drawn.actualBoundingBoxAscent, -drawn.actualBoundingBoxDescent] }
        })
        document.fonts.delete(font)
        return boxes
      },
      { bytes: readFileSync(file).toString('base64'), sought: texts },
    )
    const wrong = boxesOf(texts, file).filter((box, i) => differ(box, theirs[i]))
    expect(wrong, face).toEqual([])
  }
})

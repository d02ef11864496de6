import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '#contract/base/locale.ts'
import { type Manifest, pieces, screenKey } from '#server/http/pages/manifest.ts'

/** What a phone with an empty cache may load for the first screen of the shopper wing: JavaScript in brotli bytes, and all requests. */
export const MOST_BYTES = 80_000
export const MOST_REQUESTS = 6
/** The document and the icon. Style sheets are inside the document, pictures are the shop's. */
const OTHER_REQUESTS = 2

/** The screens that a code or a link opens. The limit on requests applies to the welcome only. */
const screens = ['welcome', 'entrance', 'information', 'payment', 'token'] as const

/**
 * The cost of the first screens, each in the language in which it is the largest: files, brotli bytes and requests in total. `client` is
 * the folder of the build.
 */
export function firstScreens(client: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(client, 'shopper.json'), 'utf8'))
  return screens.map((screen) => {
    // Without it the page would load the screen's script late, and this budget would not count it.
    if (screenKey(manifest, screen) === undefined) throw new Error(`the web build has no file for the ${screen} screen`)
    const inLanguages = locales.map((locale) => {
      const { scripts, styles } = pieces(manifest, { wing: 'shopper', locale, screen })
      const bytes = scripts.reduce((sum, file) => sum + sizeOf(join(client, file)), 0)
      return { screen, scripts, bytes, requests: OTHER_REQUESTS + scripts.length + styles.length }
    })
    return inLanguages.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest))
  })
}

/** Returns lines to print, and whether the shopper wing is over its budget. `client` is the folder of the build. */
export function budgetLines(client: string): { lines: string[]; over: boolean } {
  const measured = firstScreens(client)
  const over = measured.filter(({ screen, bytes, requests }) => bytes > MOST_BYTES || (screen === 'welcome' && requests > MOST_REQUESTS))
  const lines = [
    `Shopper wing, JavaScript of a first screen (brotli; at most ${kilo(MOST_BYTES)}, the welcome in ${MOST_REQUESTS} requests):`,
    ...measured.map(({ screen, bytes, requests }) => `  ${screen.padEnd(12)} ${kilo(bytes).padStart(8)} in ${requests} requests`),
  ]
  for (const { screen, scripts } of over) {
    lines.push(
      `The ${screen} screen is over the budget. Load what it does not show after its paint, or leave it out:`,
      ...scripts.map((file) => `  ${kilo(sizeOf(join(client, file))).padStart(8)}  ${file}`),
    )
  }
  return { lines, over: over.length > 0 }
}

function sizeOf(file: string): number {
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length
}

function kilo(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

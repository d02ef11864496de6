import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** What a missing browser needs, as a sentence for a person. */
export const NO_CHROMIUM =
  'The browser suite needs Chromium: install it (Debian, Ubuntu: apt-get install chromium-headless-shell; elsewhere: Chrome, or "npx playwright install chromium"), or name one in CHROMIUM_PATH.'

/** The shell first: it is what Playwright drives for itself, and spares the drawing of windows and their bars (a fifth of the time). */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** The path of a Chromium: the one of CHROMIUM_PATH, an installed one, or Playwright's own; null where there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macApps]
  return [...installed, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

/** Finds a Chromium, and installs Debian's where this is root on a machine with apt-get; null where that fails, too. */
export function findOrInstallChromium(): string | null {
  const found = findChromium()
  if (found !== null || process.getuid?.() !== 0) return found
  console.log('Installing Chromium for the browser suite …')
  try {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], options)
  } catch {
    // Said by the caller: there is none.
  }
  return findChromium()
}

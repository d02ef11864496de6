import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { installPackages } from './debian.ts'

export const NO_CHROMIUM =
  'The browser suite needs Chromium: install it (Debian, Ubuntu: apt-get install chromium-headless-shell; elsewhere: Chrome, or "npx playwright install chromium"), or name one in CHROMIUM_PATH.'

/** The headless shell first: Playwright itself uses it, and it draws no windows, which saves a fifth of the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** The one in CHROMIUM_PATH, an installed one, or Playwright's own; null if there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macApps]
  return [...installed, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

/** If there is none, installs Debian's, which needs root and apt-get. Null if that fails, too. */
export function findOrInstallChromium(): string | null {
  const found = findChromium()
  if (found !== null) return found
  installPackages('chromium-headless-shell')
  return findChromium()
}

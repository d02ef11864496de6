import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, NO_CHROMIUM } from '../../scripts/chromium.ts'
import { freePort } from '../../scripts/servers/free-port.ts'

/** Largest paint and blocking in ms, shift without a unit. */
export interface Visit {
  paint: number
  blocking: number
  shift: number
}

const audits = { paint: 'largest-contentful-paint', blocking: 'total-blocking-time', shift: 'cumulative-layout-shift' } as const

/** The part that is used here. Lighthouse is not a dependency of the project, so its own types are not available. */
type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
) => Promise<{ lhr: { audits: Record<string, { numericValue?: number }>; runtimeError?: { message: string } } } | undefined>

/**
 * `visit` makes one cold visit as a mid-range phone on slow 4G (the mobile preset with simulated throttling) and sends `cookie`. It rejects
 * if the page cannot be measured.
 */
export async function openLighthouse(): Promise<{ visit(url: string, cookie?: string): Promise<Visit>; close(): Promise<void> }> {
  const lighthouse = await loadLighthouse()
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(NO_CHROMIUM)
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const browser = await chromium.launch({ executablePath, args })
  return {
    async visit(url, cookie) {
      const flags = { port, logLevel: 'silent', onlyAudits: Object.values(audits), disableFullPageScreenshot: true }
      const result = await lighthouse(url, cookie === undefined ? flags : { ...flags, extraHeaders: { cookie } })
      const figure = (audit: string): number => {
        const value = result?.lhr.audits[audit]?.numericValue
        if (value === undefined || Number.isNaN(value)) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? `no ${audit}`}`)
        return value
      }
      return { paint: figure(audits.paint), blocking: figure(audits.blocking), shift: figure(audits.shift) }
    },
    close: () => browser.close(),
  }
}

/** Loads the version of this folder's own package.json; installs it in this folder if it is missing. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = import.meta.dirname
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const own = join(folder, 'node_modules/lighthouse/package.json')
  const installed = existsSync(own) ? (JSON.parse(readFileSync(own, 'utf8')) as { version: string }).version : null
  if (installed !== dependencies.lighthouse) {
    console.error(`Installing Lighthouse ${dependencies.lighthouse} into bench/web-speed …`)
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    const done = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
    if (done.status !== 0) throw new Error(`"npm ${args.join(' ')}" failed in bench/web-speed`)
  }
  const file = createRequire(join(folder, 'package.json')).resolve('lighthouse')
  const loaded = (await import(pathToFileURL(file).href)) as { default: Lighthouse }
  return loaded.default
}

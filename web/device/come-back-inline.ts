import { readPlain } from '#web/api/plain.ts'

/**
 * Runs inside the document, before any script of a wing. If one of them does not arrive, what the server painted stays, with a sentence
 * (`data-sentence`) above it. The page is loaded again when the server can be reached, for a person in a lift or a TV that starts before
 * its Wi-Fi. A browser may also remember that a file failed, so that only a new page can ask for it again.
 */

const AGAIN_MS = 3000
/** In ms. If a page that was loaded again misses a file although the server responds, it is not loaded again before this time. */
const LEAST_LIFE_MS = 60_000
const LOOK =
  'position:sticky;top:0;z-index:30;margin:0;padding:12px 24px;font:bold 16px/1.4 sans-serif;text-align:center;background:#fff4cf;color:#3b2600'

const PATIENCE_MS = 5000

const sentence = document.currentScript?.dataset.sentence ?? ''
let hasBegun = false
let wake = () => {}

/** A request may hang for minutes on a dead connection, so this waits `PATIENCE_MS` at most. */
async function answers(): Promise<boolean> {
  const patience = new AbortController()
  const late = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    await readPlain('/ready', patience.signal)
    return true
  } catch {
    return false
  } finally {
    clearTimeout(late)
  }
}

const pause = () =>
  new Promise<void>((resolve) => {
    wake = resolve
    setTimeout(resolve, AGAIN_MS)
  })

function tell(): void {
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.style.cssText = LOOK
  line.textContent = sentence
  document.body.prepend(line)
}

async function comeBack({ tells }: { tells: boolean }): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  if (tells && document.body !== null) tell()
  else if (tells) addEventListener('DOMContentLoaded', tell)
  // Safari 13 has no other way to say it.
  let mayReload = performance.navigation.type !== performance.navigation.TYPE_RELOAD
  for (;;) {
    const isThere = await answers()
    if (isThere && (mayReload || performance.now() > LEAST_LIFE_MS)) break
    mayReload ||= !isThere
    await pause()
  }
  location.reload()
}

/** A module's script, also if the file is missing that it imports, or a style sheet. A script of a payment company has its own words. */
const isOurs = (target: EventTarget | null): boolean =>
  (target instanceof HTMLScriptElement && target.type === 'module') || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')

Object.assign(globalThis, { comeBack })
addEventListener('online', () => wake())
addEventListener('error', ({ target }) => isOurs(target) && void comeBack({ tells: true }), true)

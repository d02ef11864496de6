import { readPlain } from '#web/api/plain.ts'

/**
 * Runs inside the document, before any script of a wing. If one of them does not arrive, what the server painted stays, with a sentence above it, and the page
 * is loaded again as soon as the server can be reached: a person in a lift, or a TV that starts before its Wi-Fi, need not do it. A browser may also
 * remember that a file failed, so that only a new page can ask for it again. The element has the sentence in `data-sentence`.
 */

const AGAIN_MS = 3000
/** A page that was loaded again and misses a file although the server responds is not loaded again before this time, in ms. */
const LEAST_LIFE_MS = 60_000
const LOOK =
  'position:sticky;top:0;z-index:30;margin:0;padding:12px 24px;font:bold 16px/1.4 sans-serif;text-align:center;background:#fff4cf;color:#3b2600'

const sentence = document.currentScript?.dataset.sentence ?? ''
let hasBegun = false

const answers = (): Promise<boolean> =>
  readPlain('/ready').then(
    () => true,
    () => false,
  )

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, AGAIN_MS)
    addEventListener('online', resolve, { once: true })
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
  const [navigation] = performance.getEntriesByType('navigation')
  let mayReload = !(navigation instanceof PerformanceNavigationTiming) || navigation.type !== 'reload'
  for (;;) {
    const isThere = await answers()
    if (isThere && (mayReload || performance.now() > LEAST_LIFE_MS)) break
    mayReload ||= !isThere
    await pause()
  }
  location.reload()
}

Object.assign(globalThis, { comeBack })
// A module's script, also if the file is missing that it imports. A script of a payment company has its own words.
addEventListener(
  'error',
  ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && void comeBack({ tells: true }),
  true,
)

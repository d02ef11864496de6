/**
 * Runs inside the document. Loads the wing's scripts at the browser's first paint (decision 0016), or after two seconds at the latest.
 * Loads them at once if the browser reports no paint, or does not paint because the page is in the background. The element has
 * `data-entry`, and `data-files` with what the entry imports, separated by spaces. The scripts need the whole document: out of the cache,
 * they would otherwise run before its last part has arrived.
 */

const LATEST_MS = 2000

const script = document.currentScript
const { entry = '', files = '' } = script?.dataset ?? {}
// The policy of the page allows a script only with this nonce.
const nonce = script?.nonce ?? ''
let begun = false

function begin(): void {
  // The browser keeps one listener, however often it is added.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
  if (begun || document.readyState === 'loading') return
  begun = true
  for (const href of files.split(' ').filter(Boolean))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry, nonce }))
}

if (document.visibilityState === 'hidden' || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) begin()
else {
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, LATEST_MS)
}

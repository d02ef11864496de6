import type { Page } from '@playwright/test'

/** What came after Chrome 109, Safari 15.4 or Firefox 115. A page must do without all of it. */
const afterTheOldest = [
  ...['Array.prototype.toSorted', 'Array.prototype.toReversed', 'Array.prototype.toSpliced', 'Array.prototype.with', 'Array.fromAsync'],
  ...['Map.groupBy', 'Object.groupBy', 'Promise.withResolvers', 'Promise.try', 'RegExp.escape', 'Iterator', 'Error.isError'],
  ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'].map(
    (name) => `Set.prototype.${name}`,
  ),
  ...['URL.canParse', 'URL.parse', 'AbortSignal.any', 'AbortSignal.timeout', 'Intl.Segmenter', 'Intl.DurationFormat'],
  ...['String.prototype.isWellFormed', 'String.prototype.toWellFormed', 'Uint8Array.fromBase64', 'Uint8Array.prototype.toBase64'],
  ...['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'Notification', 'PushManager', 'Navigator.prototype.wakeLock'],
  ...['Navigator.prototype.userAgentData', 'Element.prototype.checkVisibility', 'HTMLElement.prototype.inert', 'CloseWatcher'],
  ...['HTMLElement.prototype.showPopover', 'Document.prototype.startViewTransition', 'Element.prototype.setHTMLUnsafe'],
]

/** What came after Chromium 76, the browser of a TV of 2021. */
const afterTvs = [
  ...['Object.hasOwn', 'Array.prototype.at', 'String.prototype.at', 'Array.prototype.findLast', 'Array.prototype.findLastIndex'],
  ...['String.prototype.replaceAll', 'Promise.any', 'AggregateError', 'WeakRef', 'FinalizationRegistry', 'structuredClone'],
  ...['Element.prototype.replaceChildren', 'Crypto.prototype.randomUUID', 'AbortSignal.abort', 'reportError', 'Atomics.waitAsync'],
  ...['Intl.DisplayNames', 'Intl.supportedValuesOf'],
]

const ages = {
  oldest: afterTheOldest,
  tv: [...afterTheOldest, ...afterTvs],
  /** Older than what is supported. */
  tooOld: [...afterTheOldest, ...afterTvs, 'Promise.allSettled'],
} as const

/**
 * Takes from the pages of this person what a browser of that age lacks. Syntax and style sheets stay: for them the build has its targets.
 */
export async function becomeOld(page: Page, age: keyof typeof ages): Promise<void> {
  await page.addInitScript((paths) => {
    for (const path of paths) {
      const names = path.split('.')
      const last = names.pop() ?? ''
      let holder: unknown = globalThis
      for (const name of names) holder = (holder as Record<string, unknown> | undefined)?.[name]
      if (holder) delete (holder as Record<string, unknown>)[last]
    }
  }, ages[age])
}

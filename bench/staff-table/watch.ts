import type { Page } from '@playwright/test'

/** `input`: the longest time from an input to the paint after it. `frame`: the longest time without a paint. */
export type Interaction = 'input' | 'frame'

/** Event Timing does not report what took less than 16 ms. */
const START = `(() => {
  const watch = { input: 0, frame: 0, over: false }
  const take = (entries) => {
    for (const entry of entries) watch.input = Math.max(watch.input, entry.duration)
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16 })
  let before = performance.now()
  const next = () => {
    const now = performance.now()
    watch.frame = Math.max(watch.frame, now - before)
    before = now
    if (!watch.over) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  watch.stop = () => {
    watch.over = true
    take(observer.takeRecords())
    observer.disconnect()
    return { input: watch.input, frame: watch.frame }
  }
  self.staffTableWatch = watch
})()`

export const startWatch = (page: Page): Promise<void> => page.evaluate(START)

export async function stopWatch(page: Page, kind: Interaction): Promise<number> {
  const watched = await page.evaluate<Record<Interaction, number>>('self.staffTableWatch.stop()')
  return watched[kind]
}

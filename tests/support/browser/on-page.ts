/**
 * Provides the globals that the browser's socket needs, only during `act`: otherwise other libraries would take this process for a browser.
 */
export function onPage<T>(address: string, act: () => T): T {
  const nothing = { addEventListener: () => {}, removeEventListener: () => {} }
  const page = { location: new URL(address), window: nothing, document: { ...nothing, visibilityState: 'visible' } }
  Object.assign(globalThis, page)
  try {
    return act()
  } finally {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name)
  }
}

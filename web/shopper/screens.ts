import type { ComponentType } from 'react'
import type { Screen } from './journey.ts'

/** Where the screens come from: all at hand on the server, one by one in the browser. */
export interface Screens {
  /** The screen's component where its code is here. */
  at: (name: Screen) => ComponentType | undefined
  /** Brings the screen's code; rejects after 120 s or when it cannot be had. */
  load: (name: Screen) => Promise<ComponentType>
}

/** A chunk that does not arrive in this time is an error, in ms. */
const CHUNK_MS = 120_000

/** Makes the browser's screens from one import function each; what is `ready` needs no loading. */
export function lazyScreens(imports: Record<Screen, () => Promise<ComponentType>>, ready: Partial<Record<Screen, ComponentType>>): Screens {
  const here = new Map<Screen, ComponentType>(Object.entries(ready) as [Screen, ComponentType][])
  return {
    at: (name) => here.get(name),
    load: async (name) => {
      const known = here.get(name)
      if (known) return known
      const late = new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error(`the screen ${name} did not arrive in 120 s`)), CHUNK_MS),
      )
      const screen = await Promise.race([imports[name](), late])
      here.set(name, screen)
      return screen
    },
  }
}

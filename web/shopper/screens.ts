import type { ComponentType } from 'react'
import type { Screen } from './journey.ts'

/** The source of the screens: on the server all are loaded, in the browser each is loaded when it is needed. */
export interface Screens {
  /** The screen's component, if its code is loaded. */
  at: (name: Screen) => ComponentType | undefined
  /** Loads the screen's code; rejects if that fails or takes longer than 120 s. */
  load: (name: Screen) => Promise<ComponentType>
}

/** A chunk that takes longer than this is an error, in ms. */
const CHUNK_MS = 120_000

/** Makes the browser's screens from one import function each. */
export function lazyScreens(imports: Record<Screen, () => Promise<ComponentType>>): Screens {
  const here = new Map<Screen, ComponentType>()
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

import type { ComponentType } from 'react'
import { fileInTime } from '#web/device/file-in-time.ts'
import { wordsLoaded } from '#web/words/own-words.ts'

/** The error page offers to load it again. */
export class ScreenMissing extends Error {
  constructor(cause: unknown) {
    super('The script of this screen did not arrive.', { cause })
    this.name = 'ScreenMissing'
  }
}

/** Loads the screen with its words. Rejects with `ScreenMissing` if loading fails or takes longer than 120 s. */
export function lazyScreen(load: () => Promise<{ Screen: ComponentType }>): () => Promise<{ Component: ComponentType }> {
  return async () => {
    try {
      // The screen's module begins to load its words.
      const { Screen } = await fileInTime(load().then((module) => wordsLoaded().then(() => module)))
      return { Component: Screen }
    } catch (error) {
      throw new ScreenMissing(error)
    }
  }
}

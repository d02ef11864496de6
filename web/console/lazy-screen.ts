import type { ComponentType } from 'react'
import { wordsLoaded } from '#web/words/own-words.ts'

/** A screen whose script did not arrive; the error page offers to load it again. */
export class ScreenMissing extends Error {
  constructor(cause: unknown) {
    super('The script of this screen did not arrive.', { cause })
    this.name = 'ScreenMissing'
  }
}

/** How long a screen's script may take, in ms. */
const CHUNK_MS = 120_000

/** A route's screen in a chunk of its own, with its words. Rejects with `ScreenMissing` if loading fails or takes longer than 120 s. */
export function lazyScreen(load: () => Promise<{ Screen: ComponentType }>): () => Promise<{ Component: ComponentType }> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${CHUNK_MS} ms`)), CHUNK_MS)
    })
    try {
      const { Screen } = await Promise.race([load(), late])
      await Promise.race([wordsLoaded(), late])
      return { Component: Screen }
    } catch (error) {
      throw new ScreenMissing(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

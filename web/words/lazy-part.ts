import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { wordsLoaded } from './own-words.ts'

/** A part of a screen in a chunk of its own, with its words. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const part = await load()
    await wordsLoaded()
    return { default: part }
  })

import { createContext, useContext } from 'react'
import type { PageData } from './page-data.ts'

/** The page's mode and language for every part of the console. */
export const Page = createContext<PageData>({ demo: false, locale: 'en' })

/** True if no real message or money moves. */
export const useDemo = (): boolean => useContext(Page).demo

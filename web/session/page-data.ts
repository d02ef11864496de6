import { z } from 'zod'
import { localeFrom, locales } from '#contract/base/locale.ts'

const root = document.documentElement

const shape = z.object({
  demo: z.boolean().catch('demo' in root.dataset),
  locale: z.enum(locales).catch(localeFrom(root.lang)),
})

/** What the server says about the page: the mode and the language. */
export type PageData = z.infer<typeof shape>

/** Reads the page's data element. What is missing there is read from the root element's `data-demo` and `lang`. */
export function readPageData(): PageData {
  try {
    return shape.parse(JSON.parse(document.getElementById('page-data')?.textContent || '{}'))
  } catch {
    return shape.parse({})
  }
}

import type { Wing } from '#contract/screens.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'

/** See Vite's `build.manifest`. Each wing has its own manifest. */
interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** The first screen of a page. `screen` is null in the console wing. */
export interface Opening {
  wing: Wing
  locale: FirstData['locale']
  screen: FirstData['screen'] | null
}

/** `web/vite.config.ts` makes a chunk for each screen of the shopper wing. */
export const screenKey = (manifest: Manifest, screen: string): string | undefined =>
  Object.keys(manifest).find((key) => manifest[key]?.name === `screen-${screen}`)

/**
 * The files for the first screen, as paths below the build's folder. `scripts` has the entry first, then all other files, so that the
 * browser discovers nothing late. Throws if the wing was not built.
 */
export function pieces(manifest: Manifest, { wing, locale, screen }: Opening): { entry: string; scripts: string[]; styles: string[] } {
  const entryName = `web/${wing}/main.tsx`
  const entry = manifest[entryName]
  if (!entry) throw new Error(`the web build has no ${entryName}`)
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const take = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const next of chunk.imports ?? []) take(next)
  }
  take(entryName)
  if (screen !== null) take(screenKey(manifest, screen) ?? '')
  take(`texts/${locale}/${wing}.ts`)
  return { entry: entry.file, scripts: [...scripts], styles: [...styles] }
}

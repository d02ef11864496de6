import type { Wing } from '../../contract/paths.ts'
import type { FirstData } from '../../contract/storefront.wire.ts'

/** What the web build says about one of its modules; see Vite's `build.manifest`; each wing has its own. */
interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** The first screen of a page: the wing, the language, and in the shopper wing which screen. */
export interface Opening {
  wing: Wing
  locale: FirstData['locale']
  screen: FirstData['screen'] | null
}

/**
 * The files a page needs for its first screen, as paths below the build's folder: `scripts` with the entry first, then everything
 * it imports, the screen's own chunk and the language's catalogue, so that nothing is discovered late. Throws where the wing was
 * not built.
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
  // A screen in a chunk of its own is the component in the folder of its name: web/shopper/token/Token.tsx. What else has a chunk there is
  // loaded when it is wanted.
  if (screen !== null) take(`web/${wing}/${screen}/${screen.charAt(0).toUpperCase()}${screen.slice(1)}.tsx`)
  take(`texts/${wing}.${locale}.ts`)
  return { entry: entry.file, scripts: [...scripts], styles: [...styles] }
}

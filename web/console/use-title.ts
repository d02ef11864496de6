import { useMatches } from 'react-router'
import type { TitleKey } from './titles.ts'

/** The text that names the screen of the current address; undefined if the route has none. */
export function useTitle(): TitleKey | undefined {
  const match = useMatches()
    .filter(({ handle }) => handle !== undefined)
    .pop()
  return (match?.handle as { title: TitleKey } | undefined)?.title
}

import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { say } from '#web/words/words.ts'
import type { TitleKey } from './titles.ts'

/** What every console screen shares: the title of the window, and the scroll position on the way back. */
export function Frame() {
  const title = useTitle()
  useEffect(() => {
    document.title = title === undefined ? say('brand') : `${say(title)} – ${say('brand')}`
  }, [title])
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** The text that names the screen of the current address; undefined if the route has none. */
function useTitle(): TitleKey | undefined {
  const match = useMatches()
    .filter(({ handle }) => handle !== undefined)
    .pop()
  return (match?.handle as { title: TitleKey } | undefined)?.title
}

import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { say } from '#web/words/words.ts'
import type { TitleKey } from './titles.ts'

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

/** Undefined if the route has no title. */
function useTitle(): TitleKey | undefined {
  const match = useMatches()
    .filter(({ handle }) => handle !== undefined)
    .pop()
  return (match?.handle as { title: TitleKey } | undefined)?.title
}

import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { say } from '#web/words/words.ts'
import { useTitle } from './use-title.ts'

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

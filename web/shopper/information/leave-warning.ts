import { useEffect } from 'react'

/** Set while the wing itself leaves the page (another language, the editor): then nothing is lost and nobody is asked. */
let leaving = false

/** The next unload is wanted: no warning. */
export function allowLeaving(): void {
  leaving = true
}

/** The browser's leave-page warning, while something is typed and not finished. */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

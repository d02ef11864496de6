import { useEffect } from 'react'

/** Set while the wing itself leaves the page (another language, the editor). Nothing is lost then, so there is no warning. */
let leaving = false

export function allowLeaving(): void {
  leaving = true
}

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

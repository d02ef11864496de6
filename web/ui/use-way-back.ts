import { useRef } from 'react'

/** Remembers the button that opened a form, and puts the cursor back on it when the form is left. */
export function useWayBack() {
  const from = useRef<HTMLElement | null>(null)
  return {
    remember: (event: { currentTarget: HTMLElement }) => {
      from.current = event.currentTarget
    },
    goBack: () => from.current?.focus(),
  }
}

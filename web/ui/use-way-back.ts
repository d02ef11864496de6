import { useRef } from 'react'

/** Puts the cursor back on the button that opened a form. */
export function useWayBack() {
  const from = useRef<HTMLElement | null>(null)
  return {
    remember: (event: { currentTarget: HTMLElement }) => {
      from.current = event.currentTarget
    },
    goBack: () => from.current?.focus(),
  }
}

import { useEffect, useRef, useState } from 'react'

const deskKeys = ['n', 'a', 's', 'r', 'x', 'u', '/'] as const
type DeskKey = (typeof deskKeys)[number]
const letters: Readonly<Record<string, DeskKey>> = { KeyN: 'n', KeyA: 'a', KeyS: 's', KeyR: 'r', KeyX: 'x', KeyU: 'u' }
const isDeskKey = (key: string): key is DeskKey => (deskKeys as readonly string[]).includes(key)

/** The desk key that was pressed. On a keyboard with another script, the key's position counts. */
function deskKey(event: KeyboardEvent): DeskKey | null {
  const key = event.key.toLowerCase()
  if (isDeskKey(key)) return key
  return /^[ -~]$/.test(key) ? null : (letters[event.code] ?? null)
}

/** The button of a menu that is open. A menu that is closing is still on the page, but its keys are free. */
const OPEN_MENU = '[aria-haspopup="menu"][aria-expanded="true"]'

/** True if the focus is in a text field or a dialog, or a menu is open: a letter must not act as a desk key there. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"]') || document.querySelector(OPEN_MENU) !== null) return true
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Runs the action of a single key once per press. Never while the person types, is in a dialog or holds Ctrl, Alt or Meta. */
export function useDeskKeys(on: boolean, run: Readonly<Partial<Record<DeskKey, () => void>>>): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      const key = deskKey(event)
      const does = key === null ? undefined : latest.current[key]
      if (!does) return
      event.preventDefault()
      does()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
}

const KEPT = 'deskKeys'

/** Whether single keys work in this tab. People who dictate or use another aid can switch them off (WCAG 2.1.4). */
export function useKeysSwitch(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => sessionStorage.getItem(KEPT) !== 'off')
  return [
    on,
    (next) => {
      sessionStorage.setItem(KEPT, next ? 'on' : 'off')
      setOn(next)
    },
  ]
}

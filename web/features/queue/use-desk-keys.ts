import { useEffect, useRef, useState } from 'react'

type DeskKey = 'n' | 's' | 'x' | 'u' | '/'
const letters: Readonly<Record<string, DeskKey>> = { KeyN: 'n', KeyS: 's', KeyX: 'x', KeyU: 'u' }

/** The key of the desk that was pressed; a keyboard with another script counts by the key's place. */
function deskKey(event: KeyboardEvent): DeskKey | null {
  const key = event.key.toLowerCase()
  if (key === 'n' || key === 's' || key === 'x' || key === 'u' || key === '/') return key
  return /^[ -~]$/.test(key) ? null : (letters[event.code] ?? null)
}

/** True where a letter is a letter: where the person is writing, or is being asked something else. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"]')) return true
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Runs what a single key stands for, once per press, never while somebody writes, is asked something or holds another key with it. */
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

/** Whether single keys work; whoever dictates or uses another aid can switch them off (WCAG 2.1.4), for this tab. */
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

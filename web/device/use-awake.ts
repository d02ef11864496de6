import { useEffect, useState } from 'react'
import { keepAwake } from './screen-lock.ts'

/** Keeps the screen awake while the component is shown and `isOn`. Returns whether it is kept awake; null until the device has said so. */
export function useAwake(isOn = true): boolean | null {
  const [isAwake, setAwake] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isOn) return
    const stop = keepAwake(setAwake)
    return () => {
      stop()
      setAwake(null)
    }
  }, [isOn])
  return isAwake
}

import { useState } from 'react'
import { useAwake } from '#web/device/use-awake.ts'

const KEPT = 'deskAwake'

/** The choice *Keep the screen on* of this device, for a tablet at a counter; null on a device that cannot do it. */
export function useAwakeChoice(): { isOn: boolean; isRefused: boolean; press: () => void } | null {
  const [isWanted, setWanted] = useState(() => localStorage.getItem(KEPT) === 'on')
  const isAwake = useAwake(isWanted)
  if (!('wakeLock' in navigator)) return null
  const isRefused = isWanted && isAwake === false
  return {
    isOn: isAwake === true,
    isRefused,
    press: () => {
      // The press itself asks again.
      if (isRefused) return
      localStorage.setItem(KEPT, isWanted ? 'off' : 'on')
      setWanted(!isWanted)
    },
  }
}

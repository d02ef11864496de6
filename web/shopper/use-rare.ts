import { useEffect, useState } from 'react'
import { comeBack } from '#web/device/come-back.ts'
import { useJourney } from './journey-context.ts'
import type { Rare, RareName } from './rare-parts.ts'

/** The parts without which their screen shows nothing to go on with. */
const needed: ReadonlySet<RareName> = new Set(['ending', 'toPay', 'booked', 'slots', 'paying'])

/** The part if it is wanted and its code is loaded; a wanted part that is missing gets loaded. */
export function useRare<N extends RareName>(name: N, isWanted: boolean): Rare[N] | undefined {
  const { rare } = useJourney()
  const [, came] = useState(0)
  const part = rare.at(name)
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (!isMissing) return
    let over = false
    rare.load(name).then(
      () => !over && came((n) => n + 1),
      () => !over && needed.has(name) && comeBack({ tells: false }),
    )
    return () => {
      over = true
    }
  }, [isMissing, name, rare])
  return isWanted ? part : undefined
}

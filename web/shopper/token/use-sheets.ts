import { useEffect, useState } from 'react'
import { useJourney } from '#web/shopper/journey-context.ts'
import { whenIdle } from '#web/shopper/link.ts'

const load = () => import('./sheets.ts')

/** The sheets while one is open, and how to open and close it. Their code is loaded after the paint, so that it is here at the press. */
export function useSheets(): { sheets: Awaited<ReturnType<typeof load>> | null; open: () => void; close: () => void } {
  const { say, alert } = useJourney()
  const [sheets, setSheets] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  useEffect(
    () =>
      whenIdle(() => {
        load().catch(() => undefined)
      }),
    [],
  )
  return {
    sheets,
    open: () => {
      load().then(setSheets, () => alert(say('failOffline'), 'bad'))
    },
    close: () => setSheets(null),
  }
}

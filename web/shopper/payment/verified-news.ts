import { useEffect, useEffectEvent } from 'react'
import { addressOf } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'

/**
 * In a shop with a vendor, the verification leads here by loading this page, which ends its alert. This says it again: once, and only to a
 * person who comes from there.
 */
export function useVerifiedNews(): void {
  const { world, say, alert } = useJourney()
  const tell = useEffectEvent(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const from = document.referrer === '' ? '' : new URL(document.referrer).pathname
    if (visit?.type === 'navigate' && from === addressOf('information', { ...world, counter: null })) alert(say('otpVerified'), 'ok')
  })
  useEffect(() => tell(), [])
}

import { useJourney, useLate } from '#web/shopper/journey-context.ts'

/** The service promise before paying; nothing if there is none. */
export function PromiseTerms() {
  const { storefront, pass } = useJourney().world
  // An order that is not paid yet keeps what it promised.
  const minutes = (pass?.payment?.state === 'created' ? pass.promise : storefront?.promise)?.minutes
  const part = useLate('promise', minutes !== undefined)
  return part !== undefined && minutes !== undefined && <part.Terms minutes={minutes} say={part.say} />
}

import { useSay } from '#web/words/words.ts'

/** Says that nothing here is real; shown in demo mode only. */
export function DemoBanner() {
  const say = useSay()
  return <p className="note note--demo">{say('demoBanner')}</p>
}

import { say } from '#web/words/words.ts'

/** Says that nothing here is real; shown in demo mode only. */
export function DemoBanner() {
  return <p className="note note--demo">{say('demoBanner')}</p>
}

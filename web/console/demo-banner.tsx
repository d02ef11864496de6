import { say } from '#web/words/words.ts'

export function DemoBanner() {
  return <p className="note note--demo">{say('demoBanner')}</p>
}

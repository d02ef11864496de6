import { useEffect, useEffectEvent } from 'react'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from './icon.tsx'

export interface Said {
  id: number
  text: string
  tone: 'ok' | 'bad'
}

/** How long an alert stays, in ms. Good news must not cover the next screen's buttons. Bad news stays long enough to be read twice. */
const STAYS_MS = { ok: 2500, bad: 8000 }

/** Above everything except a dialog. */
export function Alerts({ said, onGone }: { said: Said[]; onGone: (id: number) => void }) {
  return (
    <div className="alerts">
      {said.map((one) => (
        <Alert key={one.id} said={one} onGone={() => onGone(one.id)} />
      ))}
    </div>
  )
}

function Alert({ said, onGone }: { said: Said; onGone: () => void }) {
  const { say } = useJourney()
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    const timer = setTimeout(() => gone(), STAYS_MS[said.tone])
    return () => clearTimeout(timer)
  }, [said.tone])
  return (
    <div className={`alert alert--${said.tone}`}>
      <Icon name={said.tone === 'ok' ? 'done' : 'warn'} />
      <p role="alert">{said.text}</p>
      <button type="button" className="round round--plain" aria-label={say('dismiss')} onClick={onGone}>
        <Icon name="close" />
      </button>
    </div>
  )
}

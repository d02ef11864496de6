import { useEffect, useState } from 'react'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from './icon.tsx'

/** The text stays until the next try. That the phone is offline is true only until it is connected again. */
export function Problem({ text, id }: { text: string | null; id?: string }) {
  const { say } = useJourney()
  const [isBack, setBack] = useState(false)
  const isOffline = text === say('failOffline')
  useEffect(() => {
    if (!isOffline) return
    const back = () => setBack(true)
    addEventListener('online', back)
    return () => {
      removeEventListener('online', back)
      setBack(false)
    }
  }, [isOffline])
  if (text === null || (isOffline && isBack)) return null
  return (
    <p className="err" role="alert" id={id}>
      <Icon name="warn" />
      <span>{text}</span>
    </p>
  )
}

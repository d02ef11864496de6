import { eachUntil, useNow } from '#web/live/use-now.ts'
import { Icon } from '#web/ui/icons.tsx'
import { say } from '#web/words/words.ts'
import type { TableLink } from './use-table.ts'

/** Says since when the list is not up to date, and when the next retry is. Shows nothing unless the table is offline. */
export function OfflineNote({ link, time }: { link: TableLink; time: (at: number) => string }) {
  if (link.state !== 'offline') return null
  return (
    <div className="note note--off">
      <Icon name="warning" />
      <span>
        <span role="alert">{link.since === null ? say('offlineNever') : say('offlineSince', { time: time(link.since) })}</span>{' '}
        {link.retryAt !== null && <NextTry at={link.retryAt} />}
      </span>
    </div>
  )
}

/** The countdown to the next retry. It is outside the alert, so that screen readers do not announce it every second. */
function NextTry({ at }: { at: number }) {
  const now = useNow(Date.now, eachUntil(at, 1000))
  return <span aria-hidden="true">{say('tryingAgainIn', { count: Math.max(1, Math.ceil((at - now) / 1000)) })}</span>
}

import { Badge } from '@mantine/core'
import type { StaffTicket } from '#web/data/queue.ts'
import { Icon } from '#web/ui/icons.tsx'
import { say } from '#web/words/words.ts'

/** The delivery state of a call's message. */
export function NoticeTag({ ticket, calling }: { ticket: StaffTicket; calling: boolean }) {
  if (calling || ticket.notice === 'queued') return <Badge>{say('noticeSending')}</Badge>
  if (ticket.notice === 'failed') {
    return <Badge data-tone="bad">{say('noticeNotSent')}</Badge>
  }
  if (ticket.notice === null) return null
  return (
    <Badge data-tone="ok" leftSection={<Icon name="check" />}>
      {ticket.notice === 'delivered' ? say('noticeDelivered') : say('noticeSent')}
    </Badge>
  )
}

import type { PassWire } from '#contract/storefront/shapes.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { Say } from '#texts/speak.ts'
import type { World } from '#web/shopper/journey.ts'
import type { SlotSpan } from '#web/shopper/slots/slot-times.ts'

/** Gives the phone a file that its calendar opens. */
export function saveInCalendar(pass: PassWire, slot: SlotSpan, world: World, say: Say<SlotTexts>): void {
  const { name, mallTitle, place } = world.storefront?.shop ?? { name: '', mallTitle: '', place: '' }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Red Carpet//Slots//EN',
    'BEGIN:VEVENT',
    `UID:${pass.id}@${location.hostname}`,
    `SEQUENCE:${pass.version}`,
    `DTSTAMP:${stamp(pass.serverTime)}`,
    `DTSTART:${stamp(slot.startsAt)}`,
    `DTEND:${stamp(slot.endsAt)}`,
    `SUMMARY:${plain(say('calendarTitle', { shop: name }))}`,
    `LOCATION:${plain([name, mallTitle, place].filter((part) => part !== '').join(', '))}`,
    `DESCRIPTION:${plain(say('calendarText', { number: pass.number ?? '', shop: name, mall: mallTitle }))}`,
    `URL:${location.href}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/calendar;charset=utf-8' }))
  link.download = `red-carpet-${pass.number ?? 'token'}.ics`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** `20261121T131500Z` (RFC 5545). */
const stamp = (at: number | string): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** A text as RFC 5545 escapes it. */
const plain = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n')

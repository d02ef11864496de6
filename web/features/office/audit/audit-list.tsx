import { groupBy } from '#contract/base/group-by.ts'
import { languages } from '#contract/base/locale.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import type { AuditEntry } from '#web/data/audit.ts'
import { sayOfAudit } from '#web/words/audit.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { linesOf, sentenceOf } from './sentences.ts'

/** Days are in the time zone of the mall, newest first. In the audit of all malls, each entry names its mall. */
export function AuditList({ entries, timeZone, ofAll }: { entries: readonly AuditEntry[]; timeZone: string | undefined; ofAll: boolean }) {
  const dayOf = (at: Date) => zoned(at.getTime(), languages[ownLocale].format, timeZone, { dateStyle: 'full' })
  return [...groupBy(entries, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
    <section key={day} className="panel audit" aria-label={day}>
      <h2>{day}</h2>
      <ol>
        {ofDay.map((entry) => (
          <li key={entry.id}>
            <time className="num muted" dateTime={entry.at.toISOString()}>
              {timeOfDay(entry.at.getTime(), timeZone)}
            </time>
            <div className="audit__what">
              <p>{sentenceOf(entry)}</p>
              {linesOf(entry, timeZone).map((line) => (
                <p key={line} className="muted">
                  {line}
                </p>
              ))}
            </div>
            <p className="audit__where muted">
              {ofAll && entry.mall?.name && <span>{entry.mall.name}</span>}
              {entry.from !== null && (
                <span className="num" title={sayOfAudit('sameAddressHint')}>
                  {sayOfAudit('sameAddress', { mark: entry.from })}
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  ))
}

import type { AuditEntry } from '#contract/audit/shapes.ts'
import { csvOf, MARK } from '#server/kit/csv.ts'

export const csvHead = `${MARK}time,who,role,action,place,subject,name,changes,from\r\n`

/** Times are in UTC. */
export const csvLines = (entries: readonly AuditEntry[]): string =>
  csvOf(
    entries.map((entry) => {
      const changes = entry.changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      const others = entry.fields.filter((field) => !entry.changes.some((change) => change.field === field))
      return [
        { plain: entry.at.toISOString() },
        entry.actor.name ?? '',
        entry.actor.kind,
        entry.action,
        entry.mall?.name ?? entry.mall?.id ?? '',
        entry.subject.id,
        entry.subject.name ?? '',
        [...changes, ...others, ...pauseWords(entry)].join('; '),
        entry.from ?? '',
      ]
    }),
  )

const pauseWords = ({ pause }: AuditEntry): string[] => [
  ...(pause?.reason ? [`reason: ${pause.reason}`] : []),
  ...(pause?.until ? [`until: ${pause.until.toISOString()}`] : []),
]

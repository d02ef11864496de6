import type { AuditEntry } from '#contract/audit/shapes.ts'

/** The byte order mark tells spreadsheets that the file is UTF-8. */
export const csvHead = '\uFEFFtime,who,role,action,place,subject,name,changes,from\r\n'

/** CSV of RFC 4180, with times in UTC. */
export const csvLines = (entries: readonly AuditEntry[]): string =>
  entries
    .map((entry) => {
      const changes = entry.changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      const others = entry.fields.filter((field) => !entry.changes.some((change) => change.field === field))
      const cells = [
        entry.at.toISOString(),
        entry.actor.name ?? '',
        entry.actor.kind,
        entry.action,
        entry.mall?.name ?? entry.mall?.id ?? '',
        entry.subject.id,
        entry.subject.name ?? '',
        [...changes, ...others, ...pauseWords(entry)].join('; '),
        entry.from ?? '',
      ]
      return `${cells.map(cell).join(',')}\r\n`
    })
    .join('')

const pauseWords = ({ pause }: AuditEntry): string[] => [
  ...(pause?.reason ? [`reason: ${pause.reason}`] : []),
  ...(pause?.until ? [`until: ${pause.until.toISOString()}`] : []),
]

/** An apostrophe makes text that a spreadsheet would take for a formula plain text. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

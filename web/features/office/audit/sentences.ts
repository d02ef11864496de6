import { timeOfDay } from '#contract/base/zoned.ts'
import type { AuditEntry } from '#web/data/audit.ts'
import { fieldWord, sayOfAudit } from '#web/words/audit.ts'
import { sayOfDesk } from '#web/words/desk.ts'

export function sentenceOf({ action, actor, subject, fields, changes }: AuditEntry): string {
  const who = actor.name ?? sayOfAudit(`who_${actor.kind}`)
  const name = subject.name ?? sayOfAudit('gone')
  const [only] = changes
  if (only?.field === 'baseFeePaise' && changes.length === 1 && fields.length === 1)
    return sayOfAudit('fee', { who, name, before: only.before, after: only.after })
  return sayOfAudit(`did_${action}`, { who, name })
}

/** Empty if the sentence already says everything. */
export function linesOf({ action, fields, changes, pause }: AuditEntry, timeZone: string | undefined): string[] {
  if (pause) {
    const why = pause.reason === null ? null : sayOfDesk(`reason_${pause.reason}`)
    const until = pause.until === null ? null : sayOfAudit('until', { time: timeOfDay(pause.until.getTime(), timeZone) })
    const told = [why, until].filter((part) => part !== null)
    return told.length > 0 ? [told.join(', ')] : []
  }
  if (action === 'money.exported') {
    const [file = '', from = '', to = ''] = fields
    return [sayOfAudit(fields.includes('people') ? 'fileWithPeople' : 'file', { file, from, to })]
  }
  if (action === 'shop.settings-changed' && changes.length === 1 && fields.length === 1 && changes[0]?.field === 'baseFeePaise') return []
  const told = changes.map(({ field, before, after }) =>
    sayOfAudit(before === '' ? 'changedTo' : 'changed', { field: fieldWord(field), before: valueWord(before), after: valueWord(after) }),
  )
  const others = fields.filter((field) => !changes.some((change) => change.field === field)).map(fieldWord)
  const isForm = action === 'mall.changed' || action === 'shop.changed' || action === 'shop.settings-changed'
  // A form sends all of its fields; only changed ones are listed.
  if (others.length === 0 || (isForm && told.length > 0)) return told
  return [...told, sayOfAudit('changedFields', { fields: [...new Set(others)].join(', ') })]
}

const values: Readonly<Record<string, 'yes' | 'no' | 'nothing'>> = { true: 'yes', false: 'no', '': 'nothing' }
const valueWord = (value: string): string => {
  const word = values[value]
  return word ? sayOfAudit(word) : value
}

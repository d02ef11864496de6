import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { csvLines } from './audit-rules.ts'

const entry: AuditEntry = {
  id: '1',
  at: new Date('2026-11-22T10:00:00Z'),
  action: 'shop.settings-changed',
  group: 'settings',
  actor: { kind: 'owner', id: 'a', name: 'Asha "A" Verma' },
  mall: { id: 'm', name: 'Phoenix, Mumbai' },
  subject: { id: 's', name: '=HYPERLINK("http://x")' },
  from: 'ab12cd34',
  fields: ['baseFeePaise', 'openingHours'],
  changes: [{ field: 'baseFeePaise', before: '₹120', after: '₹150' }],
}

test('an entry is one line; quotes and commas are kept, and no cell is a formula', () => {
  expect(csvLines([entry])).toBe(
    '2026-11-22T10:00:00.000Z,"Asha ""A"" Verma",owner,shop.settings-changed,"Phoenix, Mumbai",s,"\'=HYPERLINK(""http://x"")",baseFeePaise: ₹120 → ₹150; openingHours,ab12cd34\r\n',
  )
  expect(csvLines([])).toBe('')
})

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { auditGroups } from '#contract/audit/audit.ts'
import type { AuditFilters } from '#web/data/audit.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { sayOfAudit } from '#web/words/audit.ts'
import { say } from '#web/words/words.ts'

export const NO_FILTERS: AuditFilters = { group: '', person: '', from: '', to: '', text: '' }

const topics = ['all', ...auditGroups] as const

interface Props {
  filters: AuditFilters
  people: readonly { id: string; name: string }[]
  onChange: (filters: AuditFilters) => void
}

export function AuditFilterFields({ filters, people, onChange }: Props) {
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change })
  const any = Object.values(filters).some((value) => value !== '')
  return (
    <search className="panel audit__filters">
      <NativeSelect
        label={sayOfAudit('topic')}
        value={filters.group}
        data={[
          { value: '', label: sayOfAudit('everythingButLogins') },
          { value: 'all', label: sayOfAudit('everything') },
          ...auditGroups.map((group) => ({ value: group, label: sayOfAudit(`group_${group}`) })),
        ]}
        onChange={(event) => set({ group: topics.find((topic) => topic === event.currentTarget.value) ?? '' })}
      />
      {people.length > 0 && (
        <NativeSelect
          label={sayOfAudit('person')}
          value={filters.person}
          data={[{ value: '', label: sayOfAudit('everybody') }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => set({ person: event.currentTarget.value })}
        />
      )}
      <TextInput
        type="date"
        label={sayOfAudit('fromDay')}
        value={filters.from}
        max={filters.to === '' ? undefined : filters.to}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={sayOfAudit('toDay')}
        value={filters.to}
        min={filters.from === '' ? undefined : filters.from}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <div className="audit__search">
        <SearchField label={sayOfAudit('search')} clear={say('clearSearch')} value={filters.text} onChange={(text) => set({ text })} />
      </div>
      {any && (
        <Button variant="subtle" color="gray" onClick={() => onChange(NO_FILTERS)}>
          {sayOfAudit('reset')}
        </Button>
      )}
    </search>
  )
}

import { Anchor, Button, Skeleton } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '#contract/screens.ts'
import { ConsolePage } from '#web/console/console-page.tsx'
import { ManagersMallPage } from '#web/console/mall-page.tsx'
import { OperatorsOnly } from '#web/console/operators-only.tsx'
import { useAudit, useAuditFile } from '#web/data/audit.ts'
import { AuditFilterFields, NO_FILTERS } from '#web/features/office/audit/audit-filters.tsx'
import { AuditList } from '#web/features/office/audit/audit-list.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { tell } from '#web/ui/tell.tsx'
import { sayOfAudit } from '#web/words/audit.ts'
import { say } from '#web/words/words.ts'
import '#web/features/office/audit/audit.css'

/** `/shop/{id}/audit`: who changed what in a mall; `/ownerdashboard/audit`: in all malls. */
export function Screen() {
  const { mallId } = useParams()
  return mallId === undefined ? (
    <OperatorsOnly>
      <OfAll />
    </OperatorsOnly>
  ) : (
    <OfMall mallId={mallId} />
  )
}

function OfAll() {
  return (
    <ConsolePage>
      <Record mallId={null} title={sayOfAudit('allMalls')} />
    </ConsolePage>
  )
}

function OfMall({ mallId }: { mallId: string }) {
  return (
    <ManagersMallPage mallId={mallId}>
      {(mall) => <Record mallId={mall.id} title={sayOfAudit('titleOfMall', { mall: mall.title })} />}
    </ManagersMallPage>
  )
}

function Record({ mallId, title }: { mallId: string | null; title: string }) {
  const [filters, setFilters] = useState(NO_FILTERS)
  const wanted = useDeferredValue(filters)
  const audit = useAudit(mallId, wanted)
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? []
  const file = useAuditFile(mallId, {
    onSuccess: (entries) => {
      saveFile(entries)
      tell({ topic: 'audit', text: sayOfAudit('exported'), close: say('closeMessage') })
    },
  })
  const isSearch = Object.values(wanted).some((value) => value !== '')
  return (
    <>
      <div className="title">
        <div>
          <h1>{title}</h1>
          <p className="muted">
            {sayOfAudit('hint')}{' '}
            {mallId !== null && (
              <Anchor component={Link} to={paths.day(mallId)}>
                {sayOfAudit('hintDay')}
              </Anchor>
            )}
          </p>
        </div>
        <div className="title__ways">
          <Button variant="outline" leftSection={<Icon name="download" />} loading={file.isPending} onClick={() => file.mutate(filters)}>
            {sayOfAudit('export')}
          </Button>
        </div>
      </div>
      <FormFailure failure={file.error} />
      <AuditFilterFields filters={filters} people={audit.data?.pages[0]?.people ?? []} onChange={setFilters} />
      {audit.isError && <ReadFailure text={sayOfAudit('unread')} retry={audit.refetch} />}
      {audit.isPending && <Skeleton height="12rem" radius="md" role="status" aria-label={say('loading')} />}
      {audit.isSuccess && entries.length === 0 && (
        <p className="panel nothing" role="status">
          {sayOfAudit(isSearch ? 'noneFits' : 'none')}
        </p>
      )}
      <AuditList entries={entries} timeZone={audit.data?.pages[0]?.timeZone} ofAll={mallId === null} />
      {audit.hasNextPage && (
        <Button variant="outline" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
          {sayOfAudit('older')}
        </Button>
      )}
    </>
  )
}

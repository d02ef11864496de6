import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readPlain } from '../../api/plain.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatePage } from '../state-page.tsx'

/** `OK` while the service answers. */
export function Screen() {
  const say = useSay()
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => readPlain('/health', signal),
    retry: false,
    refetchInterval: 10_000,
  })
  if (health.isPending) return <StatePage title={say('loading')} />
  if (health.data === 'OK' && !health.isError) return <StatePage title={say('healthOk')} hint={say('healthOkHint')} />
  return (
    <StatePage title={say('somethingWentWrong')} hint={say('healthBadHint')}>
      <Button leftSection={<Icon name="reload" />} variant="filled" size="md" loading={health.isFetching} onClick={() => health.refetch()}>
        {say('tryAgain')}
      </Button>
    </StatePage>
  )
}

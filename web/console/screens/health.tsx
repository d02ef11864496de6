import { Button } from '@mantine/core'
import { StatePage } from '#web/console/state-page.tsx'
import { useHealth } from '#web/data/product.ts'
import { Icon } from '#web/ui/icons.tsx'
import { say } from '#web/words/words.ts'

/** `OK` while the service answers. */
export function Screen() {
  const health = useHealth()
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

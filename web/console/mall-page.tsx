import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import { CallFailure } from '#web/api/call.ts'
import { type Mall, useMall } from '#web/data/malls.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import { ConsolePage } from './console-page.tsx'
import { NotFound } from './screens/not-found.tsx'
import { StatePage } from './state-page.tsx'
import { useManages } from './use-manages.ts'

interface Props {
  mallId: string
  children: (mall: Mall) => ReactNode
}

export function ManagersMallPage(props: Props) {
  return useManages(props.mallId) === false ? <NotYours /> : <MallPage {...props} />
}

export function MallPage({ mallId, children }: Props) {
  const mall = useMall(mallId)
  if (mall.error instanceof CallFailure && mall.error.status === 404) return <NotFound />
  return (
    <ConsolePage mallId={mallId}>
      {mall.isPending && <Loader aria-label={say('loading')} />}
      {mall.isError && <ReadFailure text={sayOfPlaces('mallsUnread')} retry={mall.refetch} />}
      {mall.data && children(mall.data)}
    </ConsolePage>
  )
}

function NotYours() {
  return (
    <StatePage title={sayOfPlaces('notYourMall')} hint={sayOfPlaces('notYourMallHint')}>
      <Button component={Link} to={paths.login()} variant="filled" size="md">
        {say('ownPage')}
      </Button>
    </StatePage>
  )
}

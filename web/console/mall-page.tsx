import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '#contract/screens.ts'
import { CallFailure } from '#web/api/call.ts'
import { type Mall, useMall } from '#web/data/malls.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { type ConsoleSay, useSay } from '#web/words/words.ts'
import { BarWay, ConsolePage } from './console-page.tsx'
import { NotYours } from './not-yours.tsx'
import { NotFound } from './screens/not-found.tsx'
import { useManages } from './use-manages.ts'

interface Props {
  mallId: string
  ways: ReactNode
  children: (mall: Mall) => ReactNode
}

/** A page about one mall, only for the people who manage it. */
export function ManagersMallPage(props: Props) {
  return useManages(props.mallId) === false ? <NotYours /> : <MallPage {...props} />
}

/** A page about one mall: not found, loading, failed to load, or the mall. */
export function MallPage({ mallId, ways, children }: Props) {
  const say = useSay()
  const mall = useMall(mallId)
  if (mall.error instanceof CallFailure && mall.error.status === 404) return <NotFound />
  return (
    <ConsolePage ways={ways}>
      {mall.isPending && <Loader aria-label={say('loading')} />}
      {mall.isError && <ReadFailure text={sayOfPlaces('mallsUnread')} retry={mall.refetch} />}
      {mall.data && children(mall.data)}
    </ConsolePage>
  )
}

type Way = 'mallView' | 'shopDetails' | 'money' | 'day' | 'qrCode' | 'audit'

const words: Readonly<Record<Way, (say: ConsoleSay) => string>> = {
  mallView: (say) => say('mallViewTitle'),
  shopDetails: () => sayOfPlaces('shopsWay'),
  money: () => sayOfPlaces('moneyWay'),
  day: (say) => say('dayTitle'),
  qrCode: () => sayOfPlaces('qrCode'),
  audit: () => sayOfPlaces('record'),
}
const icons = { mallView: 'shop', shopDetails: 'shop', money: 'money', day: 'clock', qrCode: 'qr', audit: 'clock' } as const

/** Links to other screens of a mall. */
export function MallWays({ mallId, to }: { mallId: string; to: readonly Way[] }) {
  const say = useSay()
  return to.map((way) => (
    <BarWay key={way} to={way === 'qrCode' ? paths.qrCode(null) : paths[way](mallId)} icon={icons[way]}>
      {words[way](say)}
    </BarWay>
  ))
}

import { Alert, Button, Loader } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { MallCard, titleOf } from '../../features/malls/mall-card.tsx'
import { useMalls } from '../../features/malls/use-malls.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { fits, SearchField } from '../../ui/search-field.tsx'
import { BarWay, ConsolePage } from '../console-page.tsx'
import { OperatorsOnly } from '../operators-only.tsx'

/** Beyond this many malls, the cards do not ask for their people waiting: each costs a call. */
const COUNTED_MALLS = 24

/** `/branddashboard`: the malls to choose from. */
export function Screen() {
  return (
    <OperatorsOnly>
      <Picker />
    </OperatorsOnly>
  )
}

function Picker() {
  const say = useSay()
  const malls = useMalls(true)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = malls.data?.filter((mall) => fits(mall.title, wanted))
  return (
    <ConsolePage
      ways={
        <>
          <BarWay to={paths.qrCode(null)} icon="qr">
            {sayOfPlaces('qrCode')}
          </BarWay>
          <BarWay to={paths.mallManagement()} icon="settings">
            {sayOfPlaces('setting')}
          </BarWay>
        </>
      }
    >
      <div className="title">
        <h1>{say('mallPickerTitle')}</h1>
        <SearchField label={sayOfPlaces('searchByTitle')} clear={say('clearSearch')} value={search} onChange={setSearch} />
      </div>
      {malls.isPending && <Loader aria-label={say('loading')} />}
      {malls.isError && (
        <Alert role="alert" color="red" variant="light" className="alert" icon={<Icon name="warning" />}>
          {sayOfPlaces('mallsUnread')}{' '}
          <Button size="xs" onClick={() => malls.refetch()}>
            {say('tryAgain')}
          </Button>
        </Alert>
      )}
      {found?.length === 0 && <p className="panel nothing">{sayOfPlaces(malls.data?.length === 0 ? 'noMalls' : 'noMallFits')}</p>}
      <ul className="malls">
        {found?.map((mall) => (
          <MallCard key={mall.id} mall={mall} counted={(malls.data?.length ?? 0) <= COUNTED_MALLS}>
            <Button component={Link} to={paths.mallView(mall.id)} variant="outline" aria-describedby={titleOf(mall)}>
              {sayOfPlaces('viewMore')}
            </Button>
          </MallCard>
        ))}
      </ul>
    </ConsolePage>
  )
}

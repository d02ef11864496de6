import { Alert, Button, Loader } from '@mantine/core'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import type { Mall } from '../../features/malls/api.ts'
import { DeleteMall } from '../../features/malls/delete-mall.tsx'
import { MallCard, titleOf } from '../../features/malls/mall-card.tsx'
import { MallForm } from '../../features/malls/mall-form.tsx'
import { useForgetMall, useMalls, useRefreshMalls } from '../../features/malls/use-malls.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { fits, SearchField } from '../../ui/search-field.tsx'
import { tell } from '../../ui/tell.tsx'
import { BarWay, ConsolePage } from '../console-page.tsx'
import { OperatorsOnly } from '../operators-only.tsx'

/** Beyond this many malls, the cards do not ask for their people waiting: each costs a call. */
const COUNTED_MALLS = 24

/** `/ownerdashboard`: add, change and remove malls. */
export function Screen() {
  return (
    <OperatorsOnly>
      <Management />
    </OperatorsOnly>
  )
}

function Management() {
  const say = useSay()
  const malls = useMalls(true)
  const refresh = useRefreshMalls()
  const forget = useForgetMall()
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Mall | null>(null)
  const [leaving, setLeaving] = useState<Mall | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const wanted = useDeferredValue(search)
  const found = malls.data?.filter((mall) => fits(mall.title, wanted))

  const news = (text: string) => tell({ topic: 'mall', text, close: say('closeMessage') })
  const edit = (mall: Mall) => {
    setEdited(mall)
    // On a phone the form stands above the cards; whoever pressed Edit is to see it.
    requestAnimationFrame(() => {
      form.current?.scrollIntoView({ block: 'nearest' })
      form.current?.querySelector<HTMLInputElement>('input[name=title]')?.focus()
    })
  }
  return (
    <ConsolePage
      ways={
        <>
          <BarWay to={paths.qrCode(null)} icon="qr">
            {sayOfPlaces('qrCode')}
          </BarWay>
          <BarWay to={paths.mallPicker()} icon="settings">
            {sayOfPlaces('setting')}
          </BarWay>
        </>
      }
    >
      <div className="title">
        <h1>{sayOfPlaces('malls')}</h1>
        <SearchField label={sayOfPlaces('searchMalls')} clear={say('clearSearch')} value={search} onChange={setSearch} />
      </div>
      <div className="split">
        <section aria-label={sayOfPlaces('malls')}>
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
              <MallCard key={mall.id} mall={mall} counted={(malls.data?.length ?? 0) <= COUNTED_MALLS} marked={mall.id === edited?.id}>
                <Button component={Link} to={paths.shopDetails(mall.id)} variant="outline" aria-describedby={titleOf(mall)}>
                  {sayOfPlaces('shopsWay')}
                </Button>
                <Button aria-describedby={titleOf(mall)} onClick={() => edit(mall)}>
                  {sayOfPlaces('editMall')}
                </Button>
                <Button variant="subtle" color="gray" aria-describedby={titleOf(mall)} onClick={() => setLeaving(mall)}>
                  {sayOfPlaces('deleteMall')}
                </Button>
              </MallCard>
            ))}
          </ul>
        </section>
        <div className="split__form" ref={form}>
          <MallForm
            key={edited?.id ?? 'new'}
            mall={edited}
            saved={(title) => {
              news(sayOfPlaces(edited ? 'mallUpdated' : 'mallAdded', { mall: title }))
              setEdited(null)
              void refresh()
            }}
            {...(edited && { cancel: () => setEdited(null) })}
          />
        </div>
      </div>
      <DeleteMall
        mall={leaving}
        keep={() => setLeaving(null)}
        removed={(mall) => {
          news(sayOfPlaces('mallDeleted', { mall: mall.title }))
          if (edited?.id === mall.id) setEdited(null)
          setLeaving(null)
          forget(mall.id)
          void refresh()
        }}
      />
    </ConsolePage>
  )
}

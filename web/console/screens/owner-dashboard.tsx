import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import type { Mall } from '../../features/malls/api.ts'
import { DeleteMall } from '../../features/malls/delete-mall.tsx'
import { titleOf } from '../../features/malls/mall-card.tsx'
import { MallForm } from '../../features/malls/mall-form.tsx'
import { useForgetMall, useRefreshMalls } from '../../features/malls/use-malls.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { tell } from '../../ui/tell.tsx'
import { useWayBack } from '../../ui/use-way-back.ts'
import { BarWay, ConsolePage } from '../console-page.tsx'
import { MallCards, useMallSearch } from '../mall-cards.tsx'
import { OperatorsOnly } from '../operators-only.tsx'

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
  const { field, ...search } = useMallSearch(sayOfPlaces('searchMalls'))
  const refresh = useRefreshMalls()
  const forget = useForgetMall()
  const [edited, setEdited] = useState<Mall | null>(null)
  const [leaving, setLeaving] = useState<Mall | null>(null)
  const { remember, goBack } = useWayBack()

  // On a phone the form stands below the cards: whoever leaves it is back at the card.
  const leave = () => {
    goBack()
    setEdited(null)
  }
  const news = (text: string) => tell({ topic: 'mall', text, close: say('closeMessage') })
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
        {field}
      </div>
      <div className="split">
        <section aria-label={sayOfPlaces('malls')}>
          <MallCards {...search} marked={edited?.id}>
            {(mall) => (
              <>
                <Button component={Link} to={paths.shopDetails(mall.id)} variant="outline" aria-describedby={titleOf(mall)}>
                  {sayOfPlaces('shopsWay')}
                </Button>
                <Button
                  aria-describedby={titleOf(mall)}
                  onClick={(event) => {
                    remember(event)
                    setEdited(mall)
                  }}
                >
                  {sayOfPlaces('editMall')}
                </Button>
                <Button variant="subtle" color="gray" aria-describedby={titleOf(mall)} onClick={() => setLeaving(mall)}>
                  {sayOfPlaces('deleteMall')}
                </Button>
              </>
            )}
          </MallCards>
        </section>
        <MallForm
          key={edited?.id ?? 'new'}
          mall={edited}
          saved={(title) => {
            news(sayOfPlaces(edited ? 'mallUpdated' : 'mallAdded', { mall: title }))
            leave()
            void refresh()
          }}
          {...(edited && { cancel: leave })}
        />
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

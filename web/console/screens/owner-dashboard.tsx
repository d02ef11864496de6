import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { languages } from '#contract/base/locale.ts'
import { DEFAULT_TIME_ZONE } from '#contract/base/time.ts'
import { zoned } from '#contract/base/zoned.ts'
import { paths } from '#contract/screens.ts'
import { ConsolePage } from '#web/console/console-page.tsx'
import { MallCards, useMallSearch } from '#web/console/mall-cards.tsx'
import { OperatorsOnly } from '#web/console/operators-only.tsx'
import type { Mall } from '#web/data/malls.ts'
import { DeleteMall } from '#web/features/office/malls/delete-mall.tsx'
import { titleOf } from '#web/features/office/malls/mall-card.tsx'
import { MallForm } from '#web/features/office/malls/mall-form.tsx'
import { OwnerFactor } from '#web/features/office/malls/owner-factor.tsx'
import { tell } from '#web/ui/tell.tsx'
import { useWayBack } from '#web/ui/use-way-back.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** `/ownerdashboard` */
export function Screen() {
  return (
    <OperatorsOnly>
      <Management />
    </OperatorsOnly>
  )
}

function Management() {
  const { field, ...search } = useMallSearch(sayOfPlaces('searchMalls'))
  const [edited, setEdited] = useState<Mall | null>(null)
  const [leaving, setLeaving] = useState<Mall | null>(null)
  const { remember, goBack } = useWayBack()

  // On a phone the form is below the cards. A person who leaves it returns to the card.
  const leave = () => {
    goBack()
    setEdited(null)
  }
  const news = (text: string) => tell({ topic: 'mall', text, close: say('closeMessage') })
  return (
    <ConsolePage>
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
        <div className="split__side">
          <MallForm
            key={edited?.id ?? 'new'}
            mall={edited}
            saved={(title, ownerSince) => {
              const done = sayOfPlaces(edited ? 'mallUpdated' : 'mallAdded', { mall: title })
              news(ownerSince === null ? done : `${done} ${sayOfPlaces('ownerKept', { day: dayIn(ownerSince) })}`)
              leave()
            }}
            {...(edited && { cancel: leave })}
          />
          {edited && (
            <OwnerFactor key={edited.id} mall={edited} removed={() => news(sayOfPlaces('ownersFactorRemoved', { mall: edited.title }))} />
          )}
        </div>
      </div>
      <DeleteMall
        mall={leaving}
        keep={() => setLeaving(null)}
        removed={(mall) => {
          news(sayOfPlaces('mallDeleted', { mall: mall.title }))
          if (edited?.id === mall.id) setEdited(null)
          setLeaving(null)
        }}
      />
    </ConsolePage>
  )
}

/** Such as 3 Nov 2026, in India's time. */
const dayIn = (instant: string): string =>
  zoned(instant, languages[ownLocale].format, DEFAULT_TIME_ZONE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    numberingSystem: 'latn',
  })

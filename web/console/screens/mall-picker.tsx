import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import { ConsolePage } from '#web/console/console-page.tsx'
import { MallCards, useMallSearch } from '#web/console/mall-cards.tsx'
import { OperatorsOnly } from '#web/console/operators-only.tsx'
import { titleOf } from '#web/features/office/malls/mall-card.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** `/branddashboard` */
export function Screen() {
  return (
    <OperatorsOnly>
      <Picker />
    </OperatorsOnly>
  )
}

function Picker() {
  const { field, ...search } = useMallSearch(sayOfPlaces('searchByTitle'))
  return (
    <ConsolePage>
      <div className="title">
        <h1>{say('mallPickerTitle')}</h1>
        {field}
      </div>
      <MallCards {...search}>
        {(mall) => (
          <Button component={Link} to={paths.mallView(mall.id)} variant="outline" aria-describedby={titleOf(mall)}>
            {sayOfPlaces('viewMore')}
          </Button>
        )}
      </MallCards>
    </ConsolePage>
  )
}

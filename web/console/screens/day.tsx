import { Anchor, NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '#contract/screens.ts'
import { ManagersMallPage } from '#web/console/mall-page.tsx'
import { useDay } from '#web/data/day.ts'
import type { Mall } from '#web/data/malls.ts'
import { CashOfDay } from '#web/features/cash/cash-of-day.tsx'
import { DayField } from '#web/features/day/day-field.tsx'
import { DayTickets } from '#web/features/day/day-tickets.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { CarpetOutline } from '#web/ui/carpet.tsx'
import { sayOfDay } from '#web/words/day.ts'
import '#web/features/day/day.css'

/** `/shop/{id}/day` */
export function Screen() {
  const { mallId = '' } = useParams()
  return <ManagersMallPage mallId={mallId}>{(mall) => <Page key={mall.id} mall={mall} />}</ManagersMallPage>
}

function Page({ mall }: { mall: Mall }) {
  const [place, setPlace] = useState(mall.id)
  const [chosen, setChosen] = useState<string>()
  const list = useDay(place, chosen)
  const day = list.data?.pages[0]
  const shown = chosen ?? day?.day
  return (
    <>
      <div className="title day-title">
        <div>
          <Anchor component={Link} to={paths.mallView(mall.id)}>
            {mall.title}
          </Anchor>
          <h1>{sayOfDay('title')}</h1>
        </div>
        <div className="title__ways">
          {shown !== undefined && <DayField day={shown} onChange={setChosen} />}
          <NativeSelect
            aria-label={sayOfDay('shop')}
            value={place}
            data={[{ value: mall.id, label: sayOfDay('allShops') }, ...mall.shops.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
        </div>
      </div>
      {list.isError && <ReadFailure text={sayOfDay('unread')} retry={list.refetch} />}
      {list.isPending && <Skeleton height="20rem" radius="md" role="status" aria-label={sayOfDay('title')} />}
      {day && (day.totals.tickets === 0 ? <Empty /> : <Sums day={day} />)}
      {day && <CashOfDay key={`${place} ${shown}`} id={place} day={chosen} isToday={shown === day.today} />}
      {day && day.totals.tickets > 0 && <DayTickets list={list} all={day.totals.tickets} timeZone={day.timeZone} />}
    </>
  )
}

type Day = NonNullable<ReturnType<typeof useDay>['data']>['pages'][number]

/** An owner wants to know this first. */
function Sums({ day: { totals, medianWait } }: { day: Day }) {
  const facts = [
    ...(['served', 'missed', 'left', 'open'] as const).map((one) => [sayOfDay(one), String(totals[one])] as const),
    [sayOfDay('medianWait'), medianWait === null ? '–' : sayOfDay('minutes', { count: Math.round(medianWait) })] as const,
  ]
  return (
    <section className="panel day-sums" aria-labelledby="how-it-went">
      <h2 id="how-it-went">{sayOfDay('summary')}</h2>
      <p className="day-sums__tickets num">{sayOfDay('tickets', { count: totals.tickets })}</p>
      <dl className="day-sums__facts">
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt className="muted">{word}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Empty() {
  return (
    <section className="panel nothing day-empty" role="status">
      <CarpetOutline />
      <h2>{sayOfDay('empty')}</h2>
      <p>{sayOfDay('emptyText')}</p>
    </section>
  )
}

import { Anchor, NativeSelect, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { dayAsked } from '#contract/base/envelope.ts'
import { hourOfDay } from '#contract/base/zoned.ts'
import { paths } from '#contract/screens.ts'
import { ManagersMallPage } from '#web/console/mall-page.tsx'
import { type Insights, useDay, useInsights } from '#web/data/day.ts'
import type { Mall } from '#web/data/malls.ts'
import { CashOfDay } from '#web/features/cash/cash-of-day.tsx'
import { DayField } from '#web/features/day/day-field.tsx'
import { DayFigures, hasAny, isCompared, isToCome } from '#web/features/day/day-figures.tsx'
import { DayTable } from '#web/features/day/day-table.tsx'
import { DayTickets } from '#web/features/day/day-tickets.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { CarpetOutline } from '#web/ui/carpet.tsx'
import { sayOfDay, weekdayAndDay } from '#web/words/day.ts'
import { lazyPart } from '#web/words/lazy-part.ts'
import '#web/features/day/day.css'

/** The library of the charts is large, so it arrives after the figures. */
const DayCharts = lazyPart(async () => (await import('#web/features/day/day-charts.tsx')).DayCharts)

/** `/shop/{id}/day`; `?day=` and `?shop=` say which day, and of which shop. */
export function Screen() {
  const { mallId = '' } = useParams()
  return <ManagersMallPage mallId={mallId}>{(mall) => <Page key={mall.id} mall={mall} />}</ManagersMallPage>
}

function Page({ mall }: { mall: Mall }) {
  const [search, setSearch] = useSearchParams()
  const place = mall.shops.find(({ id }) => id === search.get('shop'))?.id ?? mall.id
  const chosen = dayAsked.safeParse(search.get('day')).data
  const insights = useInsights(place, chosen)
  const list = useDay(place, chosen)
  const found = insights.data
  // Without the figures, an owner still reads the tickets and counts the cash.
  const known = found ?? list.data?.pages[0]
  const shown = chosen ?? known?.day
  const at = (wanted: { day?: string | undefined; shop?: string }) => {
    const { day = chosen, shop = place } = wanted
    return new URLSearchParams({ ...(day !== undefined && { day }), ...(shop !== mall.id && { shop }) })
  }
  // At once: a second press soon after begins from the day that the first has reached.
  const go = (wanted: Parameters<typeof at>[0]) => setSearch(at(wanted), { replace: true, flushSync: true })
  const isEmpty = found !== undefined && !hasAny(found.total.day)
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
          {shown !== undefined && <DayField day={shown} onChange={(day) => go({ day })} />}
          <NativeSelect
            aria-label={sayOfDay('shop')}
            value={place}
            data={[{ value: mall.id, label: sayOfDay('allShops') }, ...mall.shops.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(event) => go({ shop: event.currentTarget.value })}
          />
        </div>
      </div>
      {insights.isError && <ReadFailure text={sayOfDay('figuresUnread')} retry={insights.refetch} />}
      {insights.isPending && <Skeleton height="20rem" radius="md" role="status" aria-label={sayOfDay('title')} />}
      {isEmpty && <Empty />}
      {found && !isEmpty && (
        <div className="day-parts" aria-busy={insights.isPlaceholderData}>
          <DayFigures found={found} toDayBefore={{ search: `?${at({ day: found.dayBefore })}` }} />
          <Parts found={found} isMall={place === mall.id} />
        </div>
      )}
      {known && <CashOfDay key={`${place} ${shown}`} id={place} day={chosen} isToday={shown === known.today} />}
      {list.isError && <ReadFailure text={sayOfDay('unread')} retry={list.refetch} />}
      {known && list.data?.pages[0]?.tickets.length ? (
        <DayTickets list={list} all={found?.total.day.tokens} timeZone={known.timeZone} />
      ) : null}
    </>
  )
}

/** By hour and by shop: numbers first, charts second. */
function Parts({ found, isMall }: { found: Insights; isMall: boolean }) {
  const { byHour, byShop, dayBefore, beforeUntil } = found
  const day = weekdayAndDay(dayBefore)
  const hadHours = !isToCome(found) && byHour.some(({ before }) => hasAny(before))
  return (
    <>
      <div className="day-middle">
        <DayTable
          id="by-hour"
          title={sayOfDay('byHour')}
          note={hadHours ? sayOfDay('inGrey', { day }) : undefined}
          head={sayOfDay('hour')}
          rows={byHour.map(({ hour, state, day: own, before }) => ({
            key: String(hour),
            name: state === 'running' ? sayOfDay('soFar', { hour: hourOfDay(hour) }) : hourOfDay(hour),
            day: state === 'to_come' && !hasAny(own) ? null : own,
            before,
          }))}
        />
        <div className="panel day-charts">
          <Suspense fallback={<Skeleton height={500} />}>
            <DayCharts found={found} />
          </Suspense>
        </div>
      </div>
      {isMall && (
        <DayTable
          id="by-shop"
          title={sayOfDay('byShop')}
          note={isCompared(found) ? sayOfDay(beforeUntil === null ? 'inGrey' : 'inGreyByNow', { day }) : undefined}
          head={sayOfDay('shop')}
          rows={byShop.map((one) => ({ ...one, key: one.shopId }))}
        />
      )}
    </>
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

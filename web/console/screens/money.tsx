import { Anchor, Button, NativeSelect, Skeleton } from '@mantine/core'
import { Suspense, useDeferredValue, useState } from 'react'
import { Link, useParams } from 'react-router'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { paths } from '#contract/screens.ts'
import { ManagersMallPage } from '#web/console/mall-page.tsx'
import type { Mall } from '#web/data/malls.ts'
import { type Money, useMoney, useMoneyList } from '#web/data/money.ts'
import { useSettlements, useVendorMatters } from '#web/data/vendor-books.ts'
import { ExportDialog } from '#web/features/takings/export-dialog.tsx'
import { useMoneyAddress } from '#web/features/takings/money-address.ts'
import { PaymentDrawer } from '#web/features/takings/payment-drawer.tsx'
import { PaymentList } from '#web/features/takings/payment-list.tsx'
import { daysBack, PeriodField } from '#web/features/takings/period.tsx'
import { RefundDialog } from '#web/features/takings/refund-dialog.tsx'
import { Origins, States, Takings } from '#web/features/takings/sums.tsx'
import { Transfers } from '#web/features/takings/transfers.tsx'
import { VendorMatters } from '#web/features/takings/vendor-matters.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { CarpetOutline } from '#web/ui/carpet.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/words/lazy-part.ts'
import { sayOfMoney, shortDay } from '#web/words/money.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import '#web/features/takings/takings.css'

/** The library of the charts is large, so it arrives after the figures. */
const DayChart = lazyPart(async () => (await import('#web/features/takings/day-chart.tsx')).DayChart)

/** `/shop/{id}/money` */
export function Screen() {
  const { mallId = '' } = useParams()
  return <ManagersMallPage mallId={mallId}>{(mall) => <Page key={mall.id} mall={mall} />}</ManagersMallPage>
}

const CHART_DAYS = 30

function Page({ mall }: { mall: Mall }) {
  const { place, period, state, payment, change, open, close } = useMoneyAddress(mall)
  const [search, setSearch] = useState('')
  const [isExporting, setExporting] = useState(false)
  // The payment that the question is about.
  const [refunding, setRefunding] = useState<string | null>(null)
  if (refunding !== null && refunding !== payment) setRefunding(null)
  const money = useMoney(place, period)
  const today = money.data?.today
  const isLong = period.from !== undefined && period.from !== period.to
  // A chart of one day says nothing, so there it shows the days before, too.
  const long = isLong || today === undefined ? period : { from: daysBack(today, CHART_DAYS), to: today }
  const chart = useMoney(place, long)
  const matters = useVendorMatters(mall.id)
  const transfers = useSettlements(mall.id, long)
  const list = useMoneyList(place, period, { state, search: useDeferredValue(search) })
  // Sometimes the list lacks the payment: of a link, or because its state has changed.
  const alone = useMoneyList(mall.id, {}, { state: null, search: payment ?? '' }, payment !== null)
  const shown = paymentIn(list, payment) ?? paymentIn(alone, payment)
  const found = money.data
  const when = found && (found.from === found.to ? dayWord(found.from, found.today) : `${shortDay(found.from)} – ${shortDay(found.to)}`)
  const placeName = mall.shops.find(({ id }) => id === place)?.name ?? sayOfMoney('allShops')
  const isEmpty = chart.data?.totals.count === 0 && found?.totals.count === 0 && state === null && search === ''
  return (
    <>
      <div className="title takings-title">
        <div>
          <Anchor component={Link} to={paths.mallView(mall.id)}>
            {mall.title}
          </Anchor>
          <h1>{sayOfMoney('title')}</h1>
        </div>
        <div className="title__ways">
          <PeriodField today={today} period={period} onChange={(next) => change({ period: next })} />
          <NativeSelect
            aria-label={sayOfMoney('shop')}
            value={place}
            data={[{ value: mall.id, label: sayOfMoney('allShops') }, ...mall.shops.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(event) => change({ place: event.currentTarget.value })}
          />
          <Button leftSection={<Icon name="download" />} disabled={!found} onClick={() => setExporting(true)}>
            {sayOfMoney('export')}
          </Button>
        </div>
      </div>
      {money.isError && <ReadFailure text={sayOfMoney('unread')} retry={money.refetch} />}
      {money.isPending && <Skeleton height="20rem" radius="md" role="status" aria-label={sayOfMoney('title')} />}
      {found && (
        <ExportDialog
          opened={isExporting}
          mallId={mall.id}
          placeId={place}
          place={placeName}
          money={found}
          close={() => setExporting(false)}
        />
      )}
      {found && when !== undefined && isEmpty && <Empty mallId={mall.id} isToday={period.from === undefined} />}
      {found && when !== undefined && !isEmpty && (
        <div className="takings-top">
          <Takings money={found} when={when} />
          <States
            money={found}
            choose={(one) => {
              change({ state: one })
              setSearch('')
            }}
          />
        </div>
      )}
      {found && place === mall.id && <VendorMatters found={matters} timeZone={found.timeZone} open={open} />}
      {found && !isEmpty && (
        <div className="takings-middle">
          <section className="panel takings-by-day" aria-labelledby="by-day">
            <div className="takings-by-day__head">
              <h2 id="by-day">{sayOfMoney(isLong ? 'byDay' : 'lastDays')}</h2>
              {chart.data && (
                <p className="muted num">
                  {sayOfMoney(openPaise(chart.data) > 0 ? 'keptBackAndOpen' : 'keptAndBack', {
                    all: rupeesAndPaise(chart.data.totals.capturedPaise),
                    kept: rupeesAndPaise(chart.data.totals.keptPaise),
                    back: rupeesAndPaise(chart.data.totals.refundedPaise),
                    open: rupeesAndPaise(openPaise(chart.data)),
                  })}
                </p>
              )}
            </div>
            <div className="takings-by-day__chart">
              <Suspense fallback={<Skeleton height={210} />}>{chart.data && <DayChart money={chart.data} />}</Suspense>
            </div>
          </section>
          <Origins money={found} />
        </div>
      )}
      {found && place === mall.id && long.from !== undefined && long.to !== undefined && (
        <Transfers found={transfers} timeZone={found.timeZone} days={`${shortDay(long.from)} – ${shortDay(long.to)}`} />
      )}
      {found && !isEmpty && (
        <PaymentList
          money={found}
          list={list}
          filters={{ state, search }}
          onFilter={(next) => {
            if (next.state !== state) change({ state: next.state })
            setSearch(next.search)
          }}
          open={({ id }) => open(id)}
        />
      )}
      {found && (
        <PaymentDrawer
          isOpen={payment !== null}
          payment={shown}
          found={alone}
          isAsking={refunding !== null}
          timeZone={found.timeZone}
          close={close}
          refund={() => setRefunding(payment)}
        />
      )}
      {found && shown && (
        <RefundDialog
          key={shown.id}
          opened={refunding === shown.id}
          payment={shown}
          timeZone={found.timeZone}
          close={() => setRefunding(null)}
        />
      )}
    </>
  )
}

/** Neither kept nor gone back. */
const openPaise = ({ totals: { capturedPaise, keptPaise, refundedPaise } }: Money): number => capturedPaise - keptPaise - refundedPaise

const paymentIn = ({ data }: ReturnType<typeof useMoneyList>, wanted: string | null) =>
  data?.pages.flatMap((page) => page.payments).find(({ id }) => id === wanted) ?? null

const dayWord = (day: string, today: string): string => (day === today ? sayOfMoney('today') : shortDay(day))

function Empty({ mallId, isToday }: { mallId: string; isToday: boolean }) {
  return (
    <section className="panel nothing takings-empty" role="status">
      <CarpetOutline />
      <h2>{sayOfMoney(isToday ? 'empty' : 'noneOnDays')}</h2>
      <p>{sayOfMoney('emptyText')}</p>
      {isToday && (
        <Button component={Link} to={paths.mallGateways(mallId)} leftSection={<Icon name="card" />}>
          {sayOfPlaces('gatewaysWay')}
        </Button>
      )}
      <p className="muted">{sayOfMoney('emptyCash')}</p>
    </section>
  )
}

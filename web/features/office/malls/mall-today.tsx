import { Anchor, Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { rupees } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import { paths } from '#contract/screens.ts'
import { type Today, useToday } from '#web/data/malls.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { sayOfToday } from '#web/words/today.ts'
import { say } from '#web/words/words.ts'
import './mall-today.css'

/** Shops that need help come first. */
export function MallToday({ mallId }: { mallId: string }) {
  const today = useToday(mallId)
  if (today.isPending) return <Skeleton height="16rem" radius="md" role="status" aria-label={sayOfToday('today')} />
  if (!today.data) return <ReadFailure text={sayOfToday('todayUnread')} retry={today.refetch} />
  return (
    <>
      <Figures mallId={mallId} day={today.data} />
      <section className="panel mall-today" aria-labelledby="shops-now">
        <h2 id="shops-now">{sayOfToday('shopsNow')}</h2>
        <ul>
          {today.data.shops.map((shop) => (
            <Shop key={shop.id} mallId={mallId} shop={shop} timeZone={today.data.timeZone} />
          ))}
        </ul>
      </section>
    </>
  )
}

const minutes = (wait: number | null): string => (wait === null ? '–' : sayOfToday('minutes', { count: Math.round(wait) }))

/** Compares with yesterday until the same time. A mall without a yesterday is not compared. */
function Figures({ mallId, day }: { mallId: string; day: Today }) {
  const { today, yesterday, cashPaise, owed } = day
  const facts = [
    { word: sayOfToday('earned'), now: rupees(today.earnedPaise), before: rupees(yesterday.earnedPaise) },
    { word: sayOfToday('served'), now: String(today.served), before: String(yesterday.served) },
    { word: sayOfToday('medianWait'), now: minutes(today.medianWait), before: minutes(yesterday.medianWait) },
    { word: sayOfToday('noShows'), now: String(today.missed), before: String(yesterday.missed) },
  ]
  const isNew = yesterday.earnedPaise === 0 && yesterday.served === 0 && yesterday.missed === 0 && yesterday.medianWait === null
  return (
    <section className="panel mall-today-figures" aria-labelledby="today">
      <h2 id="today" className="cap">
        {sayOfToday('today')}
      </h2>
      <dl>
        {facts.map(({ word, now, before }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="num">
              <b>{now}</b> {!isNew && <small>{sayOfToday('yesterdayByNow', { value: before })}</small>}
            </dd>
          </div>
        ))}
        <div className="mall-today-figures__drawers">
          <dt>{sayOfToday('cashInDrawers')}</dt>
          <dd className="num">
            <b>{rupees(cashPaise)}</b>
          </dd>
        </div>
        {owed.count > 0 && (
          <div className="mall-today-figures__owed">
            <dt>{sayOfToday('toGiveBack')}</dt>
            <dd className="num">
              <Anchor component={Link} to={paths.money(mallId)}>
                {sayOfToday('toGiveBackOf', { count: owed.count, amount: rupees(owed.amountPaise) })}
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

type ShopNow = Today['shops'][number]

function Shop({ mallId, shop, timeZone }: { mallId: string; shop: ShopNow; timeZone: string }) {
  const title = `now-${shop.id}`
  return (
    <li className="mall-today-shop" data-state={shop.state}>
      <div className="mall-today-shop__shop">
        <h3 id={title}>{shop.name}</h3>
        <p className="mall-today-shop__state">{stateWords(shop, timeZone)}</p>
      </div>
      <dl>
        <div>
          <dt>{sayOfToday('waitingNow')}</dt>
          <dd className="num">{shop.waiting}</dd>
        </div>
        <div>
          <dt>{sayOfToday('waitNow')}</dt>
          <dd className="num">
            {waitWords(shop)} {shop.usualWaitMinutes !== null && <small>{sayOfToday('usually', { usual: shop.usualWaitMinutes })}</small>}
          </dd>
        </div>
        <div>
          <dt>{sayOfToday('countersNow')}</dt>
          <dd className="num">{shop.counters === 0 ? '–' : sayOfToday('countersOf', { open: shop.openCounters, count: shop.counters })}</dd>
        </div>
        <div>
          <dt>{sayOfToday('served')}</dt>
          <dd className="num">{shop.served}</dd>
        </div>
        <div>
          <dt>{sayOfToday('earned')}</dt>
          <dd className="num">{rupees(shop.earnedPaise)}</dd>
        </div>
      </dl>
      <div className="mall-today-shop__ways">
        <Button component={Link} to={paths.counter(shop.id)} aria-describedby={title}>
          {say('openCounter')}
        </Button>
        <Button component={Link} to={paths.shopPlace(mallId, shop.id, 'settings')} variant="subtle" color="gray" aria-describedby={title}>
          {sayOfPlaces('settings')}
        </Button>
      </div>
    </li>
  )
}

function stateWords({ state, paused }: ShopNow, timeZone: string): string {
  const until = paused?.until ?? null
  if (state === 'no_counter') return sayOfToday('stateNoCounter')
  if (state === 'paused')
    return until === null ? sayOfToday('statePaused') : sayOfToday('pausedUntil', { time: timeOfDay(Date.parse(until), timeZone) })
  if (state === 'slow') return sayOfToday('stateSlow')
  return sayOfToday(state === 'closed' ? 'stateClosed' : 'stateRunning')
}

function waitWords({ wait, state, openCounters }: ShopNow): string {
  if (wait) return sayOfToday('waitRange', wait)
  if (state === 'closed') return '–'
  return sayOfToday(openCounters === 0 ? 'waitUnknown' : 'noWait')
}

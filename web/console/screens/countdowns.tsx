import { Button, Kbd } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { timeOfDay } from '#contract/base/zoned.ts'
import { paths } from '#contract/screens.ts'
import { deskMoment, END_STAYS_MS, stillOf } from '#web/console/desk-moment.ts'
import { deskVisited } from '#web/console/last-desk.ts'
import { useWho } from '#web/data/accounts/who.ts'
import { type Running, type RunningAt, useRunning } from '#web/data/countdowns.ts'
import { useMallsOf } from '#web/data/malls.ts'
import { useHandBacks } from '#web/data/payments.ts'
import { useShops } from '#web/data/storefront.ts'
import { AccountLink } from '#web/features/accounts/account-link.tsx'
import { CountdownScene, type SceneProps } from '#web/features/board/countdown/scene.tsx'
import { useMoment } from '#web/features/board/countdown/use-moment.ts'
import { CustomerActs } from '#web/features/desk/customer-acts.tsx'
import { isTimeUp } from '#web/features/desk/desk-steps.ts'
import { UndoLast } from '#web/features/desk/last-actions.tsx'
import { NextStep } from '#web/features/desk/next-step.tsx'
import { owesCash } from '#web/features/desk/table-view.ts'
import { type CounterDesk, useCounterDesk } from '#web/features/desk/use-counter-desk.ts'
import { useDeskKeys, useKeysSwitch } from '#web/features/desk/use-desk-keys.ts'
import { useSlippedPresses } from '#web/features/desk/use-slipped-presses.ts'
import { useTable } from '#web/features/desk/use-table.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { atInstants, useNow, useSecondsLeft } from '#web/live/use-now.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { say } from '#web/words/words.ts'

/** `/countdown`: the screen after a call, with the next step, the keys of the desk, and the table one press away. */
export function Screen() {
  const navigate = useNavigate()
  const account = useAccountShops()
  const { shopId } = account
  const all = useRunning(account.shopIds, null)
  const here = all.find((at) => at.shopId === shopId)
  const fallback = useMoment(account.isPending ? undefined : (here?.running ?? (shopId === null ? [] : undefined)))
  const table = useTable(shopId)
  const off = table.link.state === 'offline'
  const at = useCounterDesk({ shopId: shopId ?? '', tickets: table.tickets, off, landed: STAY, opensByPress: true })
  const told = useDeskMoment(at, account.name(shopId), account.timeZone)
  const moment = table.tickets === undefined ? fallback : told
  const hero = at.shown?.number ?? (moment.show === 'running' || moment.show === 'thanks' ? moment.countdown.number : null)
  const keysOn = useKeysSwitch()[0]
  useSlippedPresses()
  useDeskKeys(keysOn, at.keys)

  const back = shopId === null ? paths.login() : paths.counter(shopId)
  // At once, so that the table hears a key that is pressed right after this one.
  const leave = useCallback(() => navigate(back, { flushSync: true }), [navigate, back])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      // Enter on another button (closing an alert, Undo) belongs to that button.
      const free = !(event.target instanceof Element) || event.target.closest('button, a') === null
      if (event.key === 'Escape' || (event.key === 'Enter' && free)) leave()
    }
    // A mouse press on the dock must not take the focus, so that Enter still leads back, as the screen says.
    const keepFocus = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('.countdown__dock')) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('mousedown', keepFocus)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('mousedown', keepFocus)
    }
  }, [leave])

  return (
    <CountdownScene
      moment={moment}
      place={account.name(shopId)}
      person={at.shown?.name}
      nothing={
        at.counter === null
          ? { title: say('noneRunning'), hint: say('noneRunningHint') }
          : {
              title: sayOfDesk('nobodyAtCounter'),
              hint: at.next ? sayOfDesk('nextIs', { number: at.next.number ?? '–' }) : say('nobodyWaiting'),
            }
      }
    >
      <header className="countdown__bar">
        <p className="countdown__place">
          {account.name(shopId)}
          <small>{[at.counter?.name, account.person].filter(Boolean).join(', ')}</small>
        </p>
        {shopId !== null && <CashDue shopId={shopId} owing={table.tickets?.filter(owesCash).length ?? 0} />}
        <AccountLink name={account.person} small />
        <Button
          className="countdown__way countdown__back"
          autoFocus
          leftSection={<Icon name="back" />}
          rightSection={<Kbd className="keys-only">Enter</Kbd>}
          onClick={leave}
        >
          {say('backToTable')}
        </Button>
      </header>
      <footer className="countdown__foot">
        <Others
          all={all}
          hero={hero === null || shopId === null ? null : { shopId, number: hero }}
          name={(id) => (id === shopId ? '' : account.name(id))}
        />
        {here?.stale && (
          <p className="countdown__stale" role="status">
            {say('countdownStale')}
          </p>
        )}
        {table.tickets !== undefined && (
          <div className="countdown__dock">
            <NextStep step={at.step} off={off} busy={at.busy} keysOn={keysOn} press={at.press} />
            {at.shown === null ? (
              <UndoLast entry={at.undo} off={off} keysOn={keysOn} actions={at.actions} />
            ) : (
              <CustomerActs
                shown={at.shown}
                timeUp={isTimeUp(at.shown, at.now)}
                blueIsHere={at.counter !== null}
                acting={at.acting}
                off={off}
                keysOn={keysOn}
                actions={at.actions}
              />
            )}
          </div>
        )}
      </footer>
    </CountdownScene>
  )
}

function CashDue({ shopId, owing }: { shopId: string; owing: number }) {
  const due = useHandBacks(shopId).data?.length ?? 0
  return (
    <>
      {owing > 0 && (
        <Button component={Link} className="countdown__way" to={paths.counter(shopId)} state={{ filter: 'toPay' }}>
          {sayOfDesk('cashOwed', { count: owing })}
        </Button>
      )}
      {due > 0 && (
        <Button component={Link} className="countdown__way" to={paths.counter(shopId)}>
          {sayOfDesk('cashToReturn', { count: due })}
        </Button>
      )}
    </>
  )
}

/** A call from this screen stays on it, and so does its undo. */
const STAY = () => {}

function useDeskMoment(at: CounterDesk, place: string, timeZone: string | undefined): SceneProps['moment'] {
  const last = useRef<string | null>(null)
  if (at.shown !== null) last.current = at.shown.id
  const entry = at.desk.log.entries.find(({ ticketId }) => ticketId === last.current) ?? null
  // The log's times are by this device's clock.
  const ended = entry && { ...entry, at: entry.at + serverNow() - Date.now() }
  const now = useNow(serverNow, atInstants(ended && ended.at + END_STAYS_MS))
  const moment = deskMoment(at.shown, ended, Math.max(now, at.now))
  if (moment.show === 'running' || moment.show === 'nothing') return moment
  const words = {
    timeUp: () => sayOfDesk('timeIsUp'),
    missedAt: (instant: number) => sayOfDesk('timeIsUpUntil', { time: timeOfDay(instant, timeZone) }),
    serving: sayOfDesk('servingNow'),
    thanks: say('thanks'),
    missed: (number: number | null) => sayOfDesk('lastMissed', { number: number ?? '–' }),
    missedHint: sayOfDesk('lastMissedHint'),
    noShow: (number: number | null) => sayOfDesk('lastNoShow', { number: number ?? '–' }),
    noShowHint: sayOfDesk('lastNoShowHint'),
  }
  const still = stillOf(moment, words, place)
  return still === null ? { show: 'nothing' } : { show: 'still', still }
}

/** Those of the account, and the one whose table the person came from. */
function useAccountShops() {
  const who = useWho()
  const came = (useLocation().state as { shopId?: string } | null)?.shopId ?? deskVisited()
  const account = who.data?.account
  const malls = useMallsOf(who.data?.mallIds ?? [])
  const own = account?.role === 'owner' ? malls.flatMap((mall) => mall.data?.shops.map((shop) => shop.id) ?? []) : (who.data?.shopIds ?? [])
  const shopIds = came === null || own.includes(came) ? own : [came, ...own]
  const shops = useShops(shopIds)
  const shopId = came ?? shopIds[0] ?? null
  const names = new Map(shopIds.map((shopId, i) => [shopId, shops[i]?.data?.shop.name ?? '']))
  return {
    isPending: who.isPending || malls.some((mall) => mall.isPending),
    shopIds,
    shopId,
    timeZone: shops[shopIds.indexOf(shopId ?? '')]?.data?.shop.timeZone,
    person: account?.name ?? '',
    name: (shopId: string | null) => (shopId === null ? '' : (names.get(shopId) ?? '')),
  }
}

function Others({
  all,
  hero,
  name,
}: {
  all: readonly RunningAt[]
  hero: { shopId: string; number: number } | null
  name: (shopId: string) => string
}) {
  const others = all.flatMap((at) =>
    (at.running ?? [])
      .filter((one) => !(hero && at.shopId === hero.shopId && one.number === hero.number))
      .map((one) => ({ ...one, shopId: at.shopId })),
  )
  if (others.length === 0) return null
  return (
    <aside className="countdown__others" aria-label={say('alsoRunning')}>
      <ul>
        {others.slice(0, 8).map((one) => (
          <Other key={`${one.shopId}:${one.number}`} countdown={one} place={name(one.shopId)} />
        ))}
      </ul>
    </aside>
  )
}

function Other({ countdown, place }: { countdown: Running; place: string }) {
  const left = useSecondsLeft(serverNow, countdown)
  return (
    <li>
      <span>
        {say('token')} <b className="num">{countdown.number}</b>
      </span>
      <span className="num">
        {left} {say('secondsRemaining', { count: left })}
      </span>
      {place !== '' && <span>{place}</span>}
    </li>
  )
}

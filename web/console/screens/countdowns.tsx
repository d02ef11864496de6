import { Button, Kbd } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { useWho } from '../../features/accounts/use-who.ts'
import type { Running } from '../../features/countdown/api.ts'
import { CountdownScene } from '../../features/countdown/scene.tsx'
import { useMoment } from '../../features/countdown/use-moment.ts'
import { type RunningAt, useRunning } from '../../features/countdown/use-running.ts'
import { useMallsOf, useShops } from '../../features/malls/use-malls.ts'
import { undoNext } from '../../features/queue/desk-log.ts'
import { useDesk } from '../../features/queue/desk-memory.ts'
import { headStartsOf, USUAL_HEAD_STARTS } from '../../features/queue/table-state.ts'
import { useDeskActions } from '../../features/queue/use-desk-actions.ts'
import { useDeskKeys, useKeysSwitch } from '../../features/queue/use-desk-keys.ts'
import { useSecondsLeft } from '../../live/use-seconds-left.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { deskVisited } from '../last-desk.ts'

/** `/countdown`: where a call leads; what runs at the account's shops, and the table one press away. */
export function Screen() {
  const say = useSay()
  const navigate = useNavigate()
  const account = useAccountShops()
  const all = useRunning(account.shopIds, null)
  const here = all.find((at) => at.shopId === account.shopId)
  const moment = useMoment(account.isPending ? undefined : (here?.running ?? (account.shopId === null ? [] : undefined)))
  const back = account.shopId === null ? paths.login() : paths.counter(account.shopId)
  const hero = moment.show === 'running' || moment.show === 'thanks' ? moment.countdown : null

  const desk = useDesk(account.shopId ?? '')
  const actions = useDeskActions(account.shopId ?? '', account.headStarts, STAY)
  const undo = undoNext(desk.log, Date.now())
  useDeskKeys(useKeysSwitch()[0], { u: () => undo && actions.undo({ id: undo.ticketId, number: undo.number }) })

  // At once, so that a key pressed right after it is heard by the table.
  const leave = useCallback(() => navigate(back, { flushSync: true }), [navigate, back])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      // Enter on another button (closing an alert, Undo) is that button's.
      const free = !(event.target instanceof Element) || event.target.closest('button, a') === null
      if (event.key === 'Escape' || (event.key === 'Enter' && free)) leave()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [leave])

  return (
    <CountdownScene
      moment={moment}
      place={account.name(account.shopId)}
      nothing={{ title: say('noneRunning'), hint: say('noneRunningHint') }}
    >
      <header className="cd__bar">
        <p className="place">
          {account.name(account.shopId)}
          <small>{account.person}</small>
        </p>
        <Button
          className="cd__back"
          autoFocus
          leftSection={<Icon name="back" />}
          rightSection={<Kbd className="keys-only">Enter</Kbd>}
          onClick={leave}
        >
          {say('backToTable')}
        </Button>
      </header>
      <Others all={all} hero={hero} name={(shopId) => (shopId === account.shopId ? '' : account.name(shopId))} />
      {here?.stale && (
        <p className="cd__stale" role="status">
          {say('countdownStale')}
        </p>
      )}
    </CountdownScene>
  )
}

/** Undoing a call does not lead away from here. */
const STAY = () => {}

/** Whose countdowns these are: the shops of the account, and the one whose table the person came from. */
function useAccountShops() {
  const who = useWho()
  const came = (useLocation().state as { shopId?: string } | null)?.shopId ?? deskVisited()
  const account = who.data?.account
  const malls = useMallsOf(who.data?.mallIds ?? [])
  const own = account?.role === 'owner' ? malls.flatMap((mall) => mall.data?.shops.map((shop) => shop.id) ?? []) : (who.data?.shopIds ?? [])
  const shopIds = came === null || own.includes(came) ? own : [came, ...own]
  const shops = useShops(shopIds)
  const shopId = came ?? shopIds[0] ?? null
  const lanes = shops[shopIds.indexOf(shopId ?? '')]?.data?.lanes
  const names = new Map(shopIds.map((shopId, i) => [shopId, shops[i]?.data?.shop.name ?? '']))
  return {
    isPending: who.isPending || malls.some((mall) => mall.isPending),
    shopIds,
    shopId,
    headStarts: lanes ? headStartsOf(lanes) : USUAL_HEAD_STARTS,
    person: account?.name ?? '',
    name: (shopId: string | null) => (shopId === null ? '' : (names.get(shopId) ?? '')),
  }
}

function Others({ all, hero, name }: { all: readonly RunningAt[]; hero: Running | null; name: (shopId: string) => string }) {
  const say = useSay()
  const others = all.flatMap((at) =>
    (at.running ?? [])
      .filter((one) => !(hero && one.startTime === hero.startTime && one.number === hero.number))
      .map((one) => ({ ...one, shopId: at.shopId })),
  )
  if (others.length === 0) return null
  return (
    <aside className="cd__others" aria-label={say('alsoRunning')}>
      <ul>
        {others.slice(0, 8).map((one) => (
          <Other key={`${one.shopId}:${one.number}`} countdown={one} place={name(one.shopId)} />
        ))}
      </ul>
    </aside>
  )
}

function Other({ countdown, place }: { countdown: Running; place: string }) {
  const say = useSay()
  const left = useSecondsLeft(countdown)
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

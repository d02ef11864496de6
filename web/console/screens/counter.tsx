import { Button, Kbd, Switch } from '@mantine/core'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { timeOfDay } from '../../../contract/zoned.ts'
import { CallFailure } from '../../api/call.ts'
import { useLogout, useWho } from '../../features/accounts/use-who.ts'
import { homeOf } from '../../features/accounts/ways.ts'
import { useShop } from '../../features/malls/use-malls.ts'
import type { StaffTicket } from '../../features/queue/api.ts'
import { CallNext } from '../../features/queue/call-next.tsx'
import { CalledCard } from '../../features/queue/called-card.tsx'
import { DeskPanel } from '../../features/queue/desk.tsx'
import { undoNext } from '../../features/queue/desk-log.ts'
import { useDesk } from '../../features/queue/desk-memory.ts'
import { HandBacks } from '../../features/queue/hand-backs.tsx'
import { LastActions, UndoLast } from '../../features/queue/last-actions.tsx'
import { OfflineNote } from '../../features/queue/offline-note.tsx'
import { StaffTable } from '../../features/queue/staff-table.tsx'
import { type HeadStarts, headStartsOf, USUAL_HEAD_STARTS } from '../../features/queue/table-state.ts'
import { TableTools } from '../../features/queue/table-tools.tsx'
import { calledOf, counts, type Filter, listedOf, nextOf, seen } from '../../features/queue/table-view.ts'
import { TakeCash } from '../../features/queue/take-cash.tsx'
import { useDeskActions } from '../../features/queue/use-desk-actions.ts'
import { useDeskKeys, useKeysSwitch } from '../../features/queue/use-desk-keys.ts'
import { useMissed } from '../../features/queue/use-missed.ts'
import { useTable } from '../../features/queue/use-table.ts'
import { useDemo } from '../../session/page.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { DemoBanner } from '../demo-banner.tsx'
import { LanguageSwitch } from '../language-switch.tsx'
import { rememberDesk } from '../last-desk.ts'
import { StatePage } from '../state-page.tsx'
import { NotFound } from './not-found.tsx'

/** `/{id}/counter`: the desk at the left, the table of waiting customers beside it. */
export function Screen() {
  const { shopId = '' } = useParams()
  const shop = useShop(shopId)
  const lanes = shop.data?.lanes
  const unread = shop.isError && !isStatus(shop.error, 404)
  const headStarts = useMemo(() => (lanes ? headStartsOf(lanes) : unread ? USUAL_HEAD_STARTS : undefined), [lanes, unread])
  const table = useTable(shopId, headStarts)
  if (isStatus(shop.error, 404) || isStatus(table.failure, 404)) return <NotFound />
  if (isStatus(table.failure, 403)) return <NotYours />
  return (
    <Counter
      key={shopId}
      shopId={shopId}
      name={shop.data?.shop.name ?? ''}
      mall={shop.data?.shop.mallTitle ?? ''}
      headStarts={headStarts}
      timeZone={shop.data?.shop.timeZone}
      table={table}
    />
  )
}

const isStatus = (error: Error | null, status: number) => error instanceof CallFailure && error.status === status

interface CounterProps {
  shopId: string
  name: string
  mall: string
  headStarts: HeadStarts | undefined
  /** The mall's; undefined while the shop is on its way. */
  timeZone: string | undefined
  table: ReturnType<typeof useTable>
}

function Counter({ shopId, name, mall, headStarts, timeZone, table }: CounterProps) {
  const say = useSay()
  const time = (at: number) => timeOfDay(at, timeZone)
  const demo = useDemo()
  const who = useWho()
  const logout = useLogout()
  const desk = useDesk(shopId)
  const actions = useDeskActions(shopId, headStarts ?? USUAL_HEAD_STARTS, useLanding(shopId))
  const [asked, setAsked] = useState<{ ticket: StaffTicket; open: boolean } | null>(null)
  const rowActions = useMemo(() => ({ ...actions, takeCash: (ticket: StaffTicket) => setAsked({ ticket, open: true }) }), [actions])
  const [keysOn, setKeysOn] = useKeysSwitch()
  const [filter, setFilter] = useState<Filter>('all')
  const [search, setSearch] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  useEffect(() => rememberDesk(shopId), [shopId])

  const { tickets, link } = table
  const off = link.state === 'offline'
  const earlier = useMissed(shopId, tickets)
  const query = useDeferredValue(search)
  const lane = useDeferredValue(filter)
  // Who comes late is asked for by number or name, or looked for among the missed.
  const all = lane === 'missed' || query.trim() !== ''
  const listed = useMemo(() => tickets && listedOf(all ? [...tickets, ...earlier] : tickets), [tickets, earlier, all])
  const visible = useMemo(() => listed && seen(listed, lane, query), [listed, lane, query])
  const next = nextOf(tickets ?? [], desk)
  const called = calledOf(tickets ?? [])
  const shown = called.find((ticket) => ticket.id === desk.chosen) ?? called[0] ?? null
  const busy = desk.calling.size > 0
  const undo = undoNext(desk.log, Date.now())

  useDeskKeys(keysOn, {
    n: () => next && !off && !busy && actions.call(next),
    s: () => shown && !off && actions.act(shown, 'complete'),
    x: () => shown?.state === 'called' && !off && actions.act(shown, 'no_show'),
    u: () => undo && !off && actions.undo({ id: undo.ticketId, number: undo.number }),
    '/': () => searchField.current?.focus(),
  })
  const closeQuestion = useCallback(() => setAsked((one) => one && { ...one, open: false }), [])
  const showAll = useCallback(() => {
    setFilter('all')
    setSearch('')
  }, [])

  return (
    <div className="counter" data-keys={keysOn || undefined}>
      <DeskPanel
        shop={name}
        person={[mall, who.data?.account.name].filter(Boolean).join(', ')}
        link={link}
        logout={logout}
        language={<LanguageSwitch />}
        undo={<UndoLast entry={undo} off={off} actions={actions} />}
      >
        <CallNext next={next} off={off} busy={busy} keysOn={keysOn} press={() => next && actions.call(next)} />
        <CalledCard
          called={called}
          shown={shown}
          acting={shown !== null && desk.acting.has(shown.id)}
          off={off}
          keysOn={keysOn}
          actions={actions}
        />
        <HandBacks shopId={shopId} off={off} />
        <LastActions desk={desk} off={off} time={time} actions={actions} />
      </DeskPanel>
      <main className="counter__main">
        {demo && <DemoBanner />}
        <OfflineNote link={link} time={time} />
        {table.allClosed && (
          <p className="note note--closed" role="status">
            <Icon name="warning" />
            {say('allClosed')}
          </p>
        )}
        <TableTools
          filter={filter}
          setFilter={setFilter}
          search={search}
          setSearch={setSearch}
          searchField={searchField}
          counts={tickets && counts(tickets, earlier)}
          keysOn={keysOn}
        />
        <StaffTable
          listed={table.broken ? [] : visible}
          view={`${lane}:${query}`}
          nextId={next?.id ?? null}
          desk={desk}
          off={off}
          actions={rowActions}
          nobody={listed === undefined || listed.length === 0}
          showAll={showAll}
        />
        <TakeCash asked={asked} tickets={tickets ?? []} actions={actions} close={closeQuestion} />
        <KeysFoot on={keysOn} setOn={setKeysOn} />
      </main>
    </div>
  )
}

/** Leads to the countdowns after a call, at once so that no key falls between the two screens, unless the person has gone elsewhere meanwhile. */
function useLanding(shopId: string): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => {
    if (here.current && pathname === paths.counter(shopId)) navigate(paths.countdown(), { state: { shopId }, flushSync: true })
  }
}

function KeysFoot({ on, setOn }: { on: boolean; setOn: (on: boolean) => void }) {
  const say = useSay()
  const keys = [
    ['N', say('keyCallNext')],
    ['S', say('keyServed')],
    ['X', say('keyNoShow')],
    ['U', say('keyUndo')],
    ['/', say('keySearch')],
  ] as const
  return (
    <footer className="counter__foot keys-only">
      {on &&
        keys.map(([key, does]) => (
          <span key={key}>
            <Kbd>{key}</Kbd> {does}
          </span>
        ))}
      <Switch
        className="counter__keys"
        size="xs"
        label={say('keys')}
        title={say('keysHint')}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </footer>
  )
}

/** The signed-in account does not work for this shop: the way to where it does. */
function NotYours() {
  const say = useSay()
  const who = useWho()
  const logout = useLogout()
  const home = who.data ? homeOf(who.data, null) : null
  return (
    <StatePage title={say('listRefused')} hint={say('listNotYours')}>
      {home !== null && (
        <Button component={Link} to={home} variant="filled" size="md">
          {say('ownCounter')}
        </Button>
      )}
      <Button size="md" onClick={logout}>
        {say('logout')}
      </Button>
    </StatePage>
  )
}

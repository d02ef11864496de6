import { Button, Kbd, Modal, Switch } from '@mantine/core'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { timeOfDay } from '#contract/base/zoned.ts'
import { paths } from '#contract/screens.ts'
import { CallFailure } from '#web/api/call.ts'
import { DemoBanner } from '#web/console/demo-banner.tsx'
import { rememberDesk } from '#web/console/last-desk.ts'
import { StatePage } from '#web/console/state-page.tsx'
import { useWho } from '#web/data/accounts/who.ts'
import { type StaffTicket, useMissed } from '#web/data/queue.ts'
import { useShop } from '#web/data/storefront.ts'
import { logOut } from '#web/features/accounts/leave.ts'
import { homeOf } from '#web/features/accounts/ways.ts'
import { CountCash } from '#web/features/cash/count-cash.tsx'
import { CalledCard } from '#web/features/desk/called-card.tsx'
import { CounterHead, PauseMenu } from '#web/features/desk/counter-head.tsx'
import { DeskHead } from '#web/features/desk/desk-head.tsx'
import { LastActions } from '#web/features/desk/last-actions.tsx'
import { NextStep } from '#web/features/desk/next-step.tsx'
import { OfflineNote } from '#web/features/desk/offline-note.tsx'
import { OutsideHours } from '#web/features/desk/outside-hours.tsx'
import { PauseDialog } from '#web/features/desk/pause-dialog.tsx'
import { QueueBar } from '#web/features/desk/queue-bar.tsx'
import { StaffTable } from '#web/features/desk/staff-table.tsx'
import { TableTools } from '#web/features/desk/table-tools.tsx'
import { counts, type Filter, type Listed, listedOf, owesCash, seen, waitingOf } from '#web/features/desk/table-view.ts'
import { pausedNow, useCounterDesk } from '#web/features/desk/use-counter-desk.ts'
import { tellUse, useCounterQuestion } from '#web/features/desk/use-counter-question.ts'
import { useDeskKeys, useKeysSwitch } from '#web/features/desk/use-desk-keys.ts'
import { usePauseDialog } from '#web/features/desk/use-pause-dialog.ts'
import { useSlippedPresses } from '#web/features/desk/use-slipped-presses.ts'
import { useTable } from '#web/features/desk/use-table.ts'
import { WhichCounter } from '#web/features/desk/which-counter.tsx'
import { CashStrip } from '#web/features/money/cash-strip.tsx'
import { HandBacks } from '#web/features/money/hand-backs.tsx'
import { RefundDialog } from '#web/features/money/refund-dialog.tsx'
import { TakeCash } from '#web/features/money/take-cash.tsx'
import { isDemo } from '#web/session/page.ts'
import { focusAfterQuestion } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { say } from '#web/words/words.ts'
import '#web/features/desk/desk.css'
import { NotFound } from './not-found.tsx'

/** `/{id}/counter` */
export function Screen() {
  const { shopId = '' } = useParams()
  const shop = useShop(shopId)
  const table = useTable(shopId)
  if (isStatus(shop.error, 404) || isStatus(table.failure, 404)) return <NotFound />
  if (isStatus(table.failure, 403)) return <NotYours />
  return (
    <Counter
      key={shopId}
      shopId={shopId}
      name={shop.data?.shop.name ?? ''}
      mall={shop.data?.shop.mallTitle ?? ''}
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
  /** Undefined while the shop is loading. */
  timeZone: string | undefined
  table: ReturnType<typeof useTable>
}

const NOBODY: readonly Listed[] = []

const useFirstFilter = (): Filter => (useLocation().state as { filter?: Filter } | null)?.filter ?? 'all'

function Counter({ shopId, name, mall, timeZone, table }: CounterProps) {
  const time = (at: number) => timeOfDay(at, timeZone)
  const who = useWho()
  const { tickets, link } = table
  const off = link.state === 'offline'
  const at = useCounterDesk({
    shopId,
    tickets,
    off,
    landed: useLanding(shopId),
    used: tellUse(who.data?.account.name ?? ''),
  })
  const { desk, actions, counter, now } = at
  const { question, ask } = useCounterQuestion(shopId, at)
  const pause = usePauseDialog(shopId)
  const paused = pausedNow(at.state.data, now)
  const [asked, setAsked] = useState<{ ticket: StaffTicket; open: boolean } | null>(null)
  const [refunding, setRefunding] = useState<{ ticket: StaffTicket; open: boolean } | null>(null)
  const askRefund = useCallback((ticket: StaffTicket) => setRefunding({ ticket, open: true }), [])
  const rowActions = useMemo(() => ({ ...actions, takeCash: (ticket: StaffTicket) => setAsked({ ticket, open: true }) }), [actions])
  const [keysOn, setKeysOn] = useKeysSwitch()
  const [filter, setFilter] = useState(useFirstFilter())
  const [search, setSearch] = useState('')
  const [lasting, setLasting] = useState(false)
  const [counting, setCounting] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  useEffect(() => rememberDesk(shopId), [shopId])
  useSlippedPresses()

  const earlier = useMissed(shopId, tickets)
  const query = useDeferredValue(search)
  const lane = useDeferredValue(filter)
  // A customer who comes late is looked up by number or name, or among the missed customers.
  const all = lane === 'missed' || query.trim() !== ''
  const listed = useMemo(() => tickets && listedOf(all ? [...tickets, ...earlier] : tickets), [tickets, earlier, all])
  const visible = useMemo(() => listed && seen(listed, lane, query), [listed, lane, query])
  // Booked customers are not in the queue yet.
  const shownAtFirst = lane === 'all' && query.trim() === '' ? visible : listed
  const isEmpty = shownAtFirst === undefined || shownAtFirst.length === 0
  // The marks leave out the log, and an empty list stays the same: the table must not render when nothing in it changes.
  const { calling, failed, acting, bridged } = desk
  const marks = useMemo(() => ({ calling, failed, acting, bridged }), [calling, failed, acting, bridged])
  const owing = useMemo(() => tickets?.filter(owesCash) ?? [], [tickets])

  // While the question replaces the blue button, the button's key does nothing.
  useDeskKeys(keysOn, { ...at.keys, ...(question !== null && { n: () => {} }), '/': () => searchField.current?.focus() })
  const closeQuestion = useCallback(() => setAsked((one) => one && { ...one, open: false }), [])
  const closeCount = () => {
    setCounting(false)
    // The item of the menu that opened the question is gone.
    focusAfterQuestion(() => document.querySelector<HTMLElement>('.desk-head__shop'))
  }
  const showAll = useCallback(() => {
    setFilter('all')
    setSearch('')
  }, [])

  const self = who.data?.account.name ?? ''
  const counterProps = { counter, shown: at.shown, self, now, time, off, busy: at.counterUse.isPending, change: ask, use: at.use }
  // A wrong press must not serve a colleague's customer.
  const isTheirs = at.state.data?.counters.some(({ id, people }) => id === at.shown?.counterId && id !== counter?.id && people.length > 0)
  const card = question !== null && isTheirs ? null : at.shown
  // A called customer comes first, even on a low screen.
  const asking = question && <WhichCounter {...question} off={off} />
  return (
    <div className="desk-screen" data-keys={keysOn || undefined}>
      <DeskHead
        shopId={shopId}
        shop={name}
        person={[mall, self].filter(Boolean).join(', ')}
        link={link}
        waiting={tickets && waitingOf(tickets)}
        logout={logOut}
        countCash={() => setCounting(true)}
      >
        <div className="desk-head__counter">
          {(at.state.data?.counters.length ?? 0) > 0 && question === null && <CounterHead {...counterProps} />}
          <PauseMenu {...counterProps} stop={paused === null && at.state.data !== undefined ? pause.open : null} />
        </div>
      </DeskHead>
      <aside className="desk" aria-label={say('deskOf')}>
        <div className="desk__now" tabIndex={-1}>
          {question === null && <NextStep step={at.step} off={off} busy={at.busy} keysOn={keysOn} press={at.press} />}
          {card === null && asking}
          {(question === null || card !== null) && (
            <CalledCard
              called={at.called}
              shown={at.shown}
              counter={counter}
              now={now}
              time={time}
              acting={at.acting}
              off={off}
              keysOn={keysOn}
              actions={actions}
            />
          )}
          {card !== null && asking}
        </div>
        <HandBacks shopId={shopId} off={off} />
        <OutsideHours shopId={shopId} canEnd={false} />
        <LastActions desk={desk} off={off} time={time} actions={actions} />
        <footer className="desk__foot">
          <Button variant="subtle" color="gray" leftSection={<Icon name="logout" />} onClick={logOut}>
            {say('logout')}
          </Button>
        </footer>
      </aside>
      <main className="desk-screen__main">
        {isDemo && <DemoBanner />}
        <OfflineNote link={link} time={time} />
        <QueueBar state={at.state.data} paused={paused} waiting={waitingOf(tickets ?? [])} now={now} time={time} off={off} pause={pause} />
        <CashStrip owing={owing} off={off} acting={desk.acting} takeCash={rowActions.takeCash} showAll={() => setFilter('toPay')} />
        <TableTools
          filter={filter}
          setFilter={setFilter}
          search={search}
          setSearch={setSearch}
          searchField={searchField}
          counts={tickets && counts(tickets, earlier)}
          keysOn={keysOn}
        >
          <Button className="desk-screen__undo" leftSection={<Icon name="undo" />} aria-haspopup="dialog" onClick={() => setLasting(true)}>
            {say('undo')}
          </Button>
        </TableTools>
        <StaffTable
          listed={table.broken ? NOBODY : visible}
          view={`${lane}:${query}`}
          nextId={at.next?.id ?? null}
          marks={marks}
          off={off}
          counterId={counter?.id ?? null}
          actions={rowActions}
          refund={at.state.data?.mayRefund ? askRefund : null}
          timeZone={timeZone}
          nobody={isEmpty}
          showAll={showAll}
        />
        <TakeCash asked={asked} tickets={tickets ?? []} take={actions.takeCash} close={closeQuestion} />
        <RefundDialog asked={refunding} close={() => setRefunding((one) => one && { ...one, open: false })} />
        <CountCash opened={counting} shopId={shopId} counterId={counter?.id ?? null} close={closeCount} />
        <PauseDialog {...pause.dialog} shop={name} waiting={waitingOf(tickets ?? [])} now={now} time={time} />
        <Modal
          opened={lasting}
          onClose={() => setLasting(false)}
          title={say('lastActions')}
          closeButtonProps={{ 'aria-label': say('closeMessage') }}
        >
          <LastActions desk={desk} off={off} time={time} actions={actions} isTitled />
        </Modal>
        <KeysFoot on={keysOn} setOn={setKeysOn} />
      </main>
    </div>
  )
}

/** Shows the countdowns at once, so that no key is lost between the two screens. Does nothing if the person has left the desk. */
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
  const keys = [
    ['N', sayOfDesk('keyNext')],
    ['A', sayOfDesk('keyHere')],
    ['S', say('keyServed')],
    ['R', sayOfDesk('keyRing')],
    ['X', say('keyNoShow')],
    ['U', say('keyUndo')],
    ['/', say('keySearch')],
  ] as const
  return (
    <footer className="desk-screen__foot keys-only">
      {on &&
        keys.map(([key, does]) => (
          <span key={key}>
            <Kbd>{key}</Kbd> {does}
          </span>
        ))}
      <Switch
        className="desk-screen__keys"
        size="xs"
        label={say('keys')}
        title={sayOfDesk('deskKeysHint')}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </footer>
  )
}

/** Leads to the account's own counter. */
function NotYours() {
  const who = useWho()
  const home = who.data ? homeOf(who.data, null) : null
  return (
    <StatePage title={say('listRefused')} hint={say('listNotYours')}>
      {home !== null && (
        <Button component={Link} to={home} variant="filled" size="md">
          {say('ownCounter')}
        </Button>
      )}
      <Button size="md" onClick={logOut}>
        {say('logout')}
      </Button>
    </StatePage>
  )
}

import { Alert, Button, Loader } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { Link, useSearchParams } from 'react-router'
import { timeOfDay } from '#contract/base/zoned.ts'
import { paths } from '#contract/screens.ts'
import { CallFailure } from '#web/api/call.ts'
import { useWho } from '#web/data/accounts/who.ts'
import { useBoard, useMissedNumbers } from '#web/data/board.ts'
import { useRunning } from '#web/data/countdowns.ts'
import { useMalls, useMallsOf } from '#web/data/malls.ts'
import { useShops } from '#web/data/storefront.ts'
import { BoardScene } from '#web/features/board/scene.tsx'
import { useReloadOnUpdate } from '#web/features/board/use-reload-on-update.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfBoard } from '#web/words/board.ts'
import { say } from '#web/words/words.ts'
import '#web/ui/things.css'
import { ConsolePage } from '#web/console/console-page.tsx'
import { NotFound } from './not-found.tsx'

/** `/display`: `?shop=` says which shop, if the account has several. */
export function Screen() {
  const shopId = useSearchParams()[0].get('shop')
  const { groups, isPending, isError } = useBoardShops()
  const shops = groups.flatMap((group) => group.shops)
  const shop = shopId === null ? (shops.length === 1 ? shops[0] : undefined) : shops.find(({ id }) => id === shopId)
  if (shop) return <Board key={shop.id} shopId={shop.id} isOneOfMany={shops.length > 1} />
  return <Choice groups={groups} isPending={isPending} isError={isError} isRefused={shopId !== null} />
}

function Board({ shopId, isOneOfMany }: { shopId: string; isOneOfMany: boolean }) {
  const { board, staleSince, error, isLive } = useBoard(shopId)
  useReloadOnUpdate(isLive)
  const [at] = useRunning([shopId], null)
  // The link is not for the hall: only a mouse that moves, or the Tab key, shows it.
  const isIdle = useIdle(5000)
  const missed = useMissedNumbers(shopId, board?.queue)
  if (error instanceof CallFailure && error.status === 404) return <NotFound />
  if (!board) return <Waiting failed={error !== null} />
  const time = (at: number) => timeOfDay(at, board.timeZone)
  return (
    <BoardScene board={board} running={at?.running ?? []} missed={missed} staleSince={staleSince} time={time}>
      {isOneOfMany && (
        <Link className="board__other" data-idle={isIdle || undefined} to={paths.board(null)}>
          {sayOfBoard('otherShop')}
        </Link>
      )}
    </BoardScene>
  )
}

function Waiting({ failed }: { failed: boolean }) {
  return (
    <main className="board night">
      <h1 className="board__first" role={failed ? 'alert' : undefined}>
        {failed ? sayOfBoard('unreachable') : say('loading')}
      </h1>
    </main>
  )
}

interface Group {
  key: string
  title: string
  shops: readonly { id: string; name: string }[]
}

/** The shops by mall: all for a super administrator, otherwise the account's own. */
function useBoardShops(): { groups: readonly Group[]; isPending: boolean; isError: boolean } {
  const who = useWho()
  const operator = who.data?.account.role === 'superadmin'
  const every = useMalls(operator)
  const own = useMallsOf(who.data?.mallIds ?? [])
  const worked = useShops(who.data?.shopIds ?? [])
  const malls = operator ? (every.data ?? []) : own.flatMap(({ data }) => (data ? [data] : []))
  const works = worked.flatMap(({ data }) => (data ? [data.shop] : []))
  return {
    groups:
      works.length > 0
        ? [{ key: '', title: say('yourShops'), shops: works }]
        : malls.map(({ id, title, shops }) => ({ key: id, title: say('shopsOf', { mall: title }), shops })),
    isPending: who.isPending || (operator && every.isPending) || [...own, ...worked].some((one) => one.isPending),
    isError: who.isError || every.isError || [...own, ...worked].some((one) => one.isError),
  }
}

function Choice(props: { groups: readonly Group[]; isPending: boolean; isError: boolean; isRefused: boolean }) {
  const { groups, isPending, isError, isRefused } = props
  return (
    <ConsolePage>
      <h1>{sayOfBoard('chooseBoard')}</h1>
      {isPending && !isError && <Loader aria-label={say('loading')} />}
      {isError && <p role="alert">{say('listFailed')}</p>}
      {isRefused && !isPending && !isError && (
        <Alert className="alert--info" color="cart" variant="light" icon={<Icon name="shop" />}>
          {sayOfBoard('notYours')}
        </Alert>
      )}
      {!isPending && !isError && groups.every(({ shops }) => shops.length === 0) && <p className="muted">{say('noShops')}</p>}
      {groups
        .filter(({ shops }) => shops.length > 0)
        .map(({ key, title, shops }) => (
          <section key={key} className="panel" aria-label={title}>
            <div className="board-choice">
              <h2>{title}</h2>
            </div>
            <ul className="things">
              {shops.map((shop) => (
                <li key={shop.id}>
                  <span className="things__what">
                    <b id={`board-${shop.id}`}>{shop.name}</b>
                  </span>
                  <Button component={Link} to={paths.board(shop.id)} aria-describedby={`board-${shop.id}`}>
                    {sayOfBoard('openBoard')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </ConsolePage>
  )
}

import { Link, useLocation } from 'react-router'
import { paths } from '#contract/screens.ts'
import { useWho } from '#web/data/accounts/who.ts'
import { useMallsOf } from '#web/data/malls.ts'
import { MallSwitch } from '#web/features/office/malls/mall-switch.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import './ways.css'

/** `state` is for `useMallHere`. */
interface Way {
  to: string
  text: string
  state?: { mallId: string }
}

/** On a phone the row is longer than the screen. */
const intoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/**
 * For one role, the same links in the same order on every page; the open page is marked. `mall` is that of `useMallHere`, `under` the link
 * to mark on a page that has none of its own.
 */
export function Ways({ mall, under }: { mall: string | undefined; under: string | undefined }) {
  const { pathname } = useLocation()
  const who = useWho().data
  const mallIds = who?.mallIds ?? []
  const operator = who?.account.role === 'superadmin'
  const open = under ?? pathname
  const ofMall: Way[] =
    mall === undefined
      ? []
      : [
          { to: paths.mallView(mall), text: say('mallViewTitle') },
          { to: paths.shopDetails(mall), text: sayOfPlaces('shopsWay') },
          { to: paths.money(mall), text: sayOfPlaces('moneyWay') },
          { to: paths.day(mall), text: say('dayTitle') },
        ]
  const codes = { to: paths.qrCode(null), text: sayOfPlaces('qrCode'), ...(mall !== undefined && { state: { mallId: mall } }) }
  const record = { to: paths.audit(mall ?? null), text: sayOfPlaces('record') }
  const ways = operator
    ? [{ to: paths.mallPicker(), text: sayOfPlaces('malls') }, ...ofMall, codes, record]
    : mall !== undefined
      ? [...ofMall, codes, record]
      : who?.shopIds.length
        ? [{ to: paths.login(), text: say('customers') }]
        : []
  if (ways.length === 0) return null
  const mark = (isOpen: boolean) => (isOpen ? ({ 'aria-current': 'page', ref: intoSight } as const) : {})
  return (
    <nav className="ways" aria-label={say('ways')}>
      {!operator && mall !== undefined && mallIds.length > 1 && <OwnMalls mallId={mall} mallIds={mallIds} />}
      {ways.map(({ to, text, ...rest }) => (
        <Link key={to} to={to} {...rest} className="ways__one" {...mark(to === open)}>
          {text}
        </Link>
      ))}
      {operator && (
        // The specification lets this button lead back from the page of the malls.
        <Link
          to={open === paths.mallManagement() ? paths.mallPicker() : paths.mallManagement()}
          className="ways__one"
          {...mark(open === paths.mallManagement())}
        >
          {sayOfPlaces('setting')}
        </Link>
      )}
    </nav>
  )
}

function OwnMalls({ mallId, mallIds }: { mallId: string; mallIds: readonly string[] }) {
  return <MallSwitch mallId={mallId} malls={useMallsOf(mallIds).flatMap(({ data }) => (data ? [data] : []))} />
}

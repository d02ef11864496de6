import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import { moneyStates } from '#contract/payments/money.ts'
import type { ListFilters, Money, MoneyPayment, useMoneyList } from '#web/data/money.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { groupedMobile } from '#web/words/mobile.ts'
import { gatewayWord, longDay, sayOfMoney } from '#web/words/money.ts'
import { say } from '#web/words/words.ts'
import { StateWord } from './state-word.tsx'
import './takings-payments.css'

interface Props {
  money: Money
  list: ReturnType<typeof useMoneyList>
  filters: ListFilters
  onFilter: (filters: ListFilters) => void
  open: (payment: MoneyPayment) => void
}

const ALL = 'all'

export function PaymentList({ money, list, filters, onFilter, open }: Props) {
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? []
  const isOneDay = money.from === money.to && filters.search === ''
  return (
    <section className="panel takings-payments" aria-labelledby="payments">
      <div className="takings-payments__head">
        <h2 id="payments">{sayOfMoney('listOf')}</h2>
        <div className="takings-payments__states">
          <SegmentedControl
            size="sm"
            value={filters.state ?? ALL}
            onChange={(value) => onFilter({ ...filters, state: moneyStates.find((state) => state === value) ?? null })}
            data={[
              { value: ALL, label: `${sayOfMoney('all')} ${money.totals.count}` },
              ...moneyStates.map((state) => ({ value: state, label: `${sayOfMoney(`state_${state}`)} ${money.states[state].count}` })),
            ]}
          />
        </div>
        <SearchField
          label={sayOfMoney('search')}
          clear={say('clearSearch')}
          value={filters.search}
          onChange={(search) => onFilter({ ...filters, search })}
        />
      </div>
      {filters.search !== '' && <p className="takings-payments__hint muted">{sayOfMoney('searchHint')}</p>}
      {list.isError && <ReadFailure text={sayOfMoney('unread')} retry={list.refetch} />}
      {list.isPending && <Skeleton height="12rem" role="status" aria-label={say('loading')} />}
      {list.isSuccess && payments.length === 0 && (
        <p className="nothing" role="status">
          {sayOfMoney(filters.search === '' && filters.state === null ? 'noneOnDays' : 'noneFits')}
        </p>
      )}
      {payments.length > 0 && (
        <div className="takings-payments__table">
          <table>
            <thead>
              <tr>
                {(['time', 'shop', 'token', 'name', 'mobile', 'paidBy', 'state', 'amount'] as const).map((column) => (
                  <th key={column} scope="col" className={`takings-payments__${column}`}>
                    {sayOfMoney(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} timeZone={money.timeZone} isOneDay={isOneDay} open={() => open(payment)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {payments.length > 0 && (
        <div className="takings-payments__foot">
          <span className="muted">{sayOfMoney('shown', { count: payments.length })}</span>
          {list.hasNextPage && (
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {sayOfMoney('more')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Row({ payment, timeZone, isOneDay, open }: { payment: MoneyPayment; timeZone: string; isOneDay: boolean; open: () => void }) {
  const { at, shopName, token, name, mobile, gateway, state, amountPaise, refundedPaise, duePaise } = payment
  const time = timeOfDay(at.getTime(), timeZone)
  const amount = rupeesAndPaise(amountPaise)
  const isPart = (part: number) => part > 0 && part < amountPaise
  return (
    // A press anywhere on the row opens it; the keyboard has the button.
    <tr onClick={open}>
      <td className="takings-payments__time num">
        <button
          type="button"
          className="takings-payments__open"
          aria-label={sayOfMoney('open', { amount, time: isOneDay ? time : `${longDay(at, timeZone)} ${time}` })}
          onClick={(event) => {
            event.stopPropagation()
            open()
          }}
        >
          {!isOneDay && <span className="muted takings-payments__day">{longDay(at, timeZone)}</span>} {time}
        </button>
      </td>
      <td className="takings-payments__shop">
        {shopName ?? '–'}
        {/* On a phone, instead of their columns. */}
        <span className="takings-payments__more">
          {token !== null && `, ${sayOfMoney('token')} ${token}`}, {gatewayWord(gateway)}
        </span>
      </td>
      <td className="takings-payments__token">{token === null ? '–' : <span className="takings-token-mark num">{token}</span>}</td>
      <td className="takings-payments__name">{name ?? <span className="muted">{sayOfMoney('unknown')}</span>}</td>
      <td className="takings-payments__mobile num">{groupedMobile(mobile ?? '')}</td>
      <td className="takings-payments__paidBy">{gatewayWord(gateway)}</td>
      <td className="takings-payments__state">
        <StateWord state={state} />
        {isPart(refundedPaise) && <small className="muted">{sayOfMoney('partBack', { amount: rupeesAndPaise(refundedPaise) })}</small>}
        {isPart(duePaise) && <small className="muted">{sayOfMoney('partDue', { amount: rupeesAndPaise(duePaise) })}</small>}
      </td>
      <td className="takings-payments__amount num">{amount}</td>
    </tr>
  )
}

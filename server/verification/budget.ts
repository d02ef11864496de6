import { Refusal } from '#contract/base/errors.ts'
import { DAY, HOUR, SECOND } from '#contract/base/time.ts'
import type { Config } from '#server/config.ts'
import type { Statement } from '#server/db/at-once.ts'
import type { Log } from '#server/kit/log.ts'
import { addingToCounts, type Count, type SentCount } from './store.ts'

/** Codes of the whole product, codes of one mall, and mobiles of one network address. */
export type Budget = 'platform' | 'mall' | 'address'

interface UsedUp {
  budget: Budget
  span: 'hour' | 'day'
  /** When it begins again. */
  until: Date
}

/** Reports that a budget of passcodes is used up, and counts the refusals for `/metrics`. */
export interface BudgetAlarm {
  usedUp(which: UsedUp & { mallId: string | null }): void
  /** How many requests each budget has refused since the start of this process. */
  refused(): ReadonlyMap<Budget, number>
}

/** Logs one line at `error` for each budget and hour or day, however many requests are refused. */
export function budgetAlarm(log: Pick<Log, 'error'>): BudgetAlarm {
  const refused = new Map<Budget, number>([
    ['platform', 0],
    ['mall', 0],
    ['address', 0],
  ])
  const told = new Map<string, number>()
  return {
    usedUp({ budget, span, until, mallId }) {
      refused.set(budget, (refused.get(budget) ?? 0) + 1)
      const about = `${budget} ${span} ${mallId}`
      if (told.get(about) === until.getTime()) return
      told.set(about, until.getTime())
      log.error({ budget, span, mallId, until }, 'the budget of one-time passcodes is used up: requests are refused')
    },
    refused: () => refused,
  }
}

const SPANS = { hour: HOUR, day: DAY } as const
const beginOf = (span: 'hour' | 'day', now: Date) => new Date(now.getTime() - (now.getTime() % SPANS[span]))

interface Spending {
  /** Its rows tell `refuse` whether there was enough. */
  adding: Statement<SentCount>
  /** Refuses with `otp_budget` or `otp_address` and the seconds until the budget begins again. */
  refuse(counted: readonly SentCount[]): void
}

/**
 * Takes one passcode from every budget in the caller's transaction, which a refusal rolls back. `newMobile` is true if the address has not
 * asked for this mobile within the hour.
 */
export function spending(
  now: Date,
  limits: Config['passcodes'],
  { mallId, addressHash, newMobile }: { mallId: string | null; addressHash: string; newMobile: boolean },
  alarm: BudgetAlarm,
): Spending {
  const count = (scope: string, span: 'hour' | 'day'): Count => ({ scope, span, beginsAt: beginOf(span, now) })
  // Narrow budgets come first, so that the row that all requests share is locked for the shortest time.
  const budgets: (Count & { budget: Budget; most: number })[] = [
    ...(newMobile ? [{ ...count(`address:${addressHash}`, 'hour'), budget: 'address' as const, most: limits.mobilesPerAddress }] : []),
    { ...count(`mall:${mallId ?? ''}`, 'hour'), budget: 'mall', most: limits.mallHour },
    { ...count(`mall:${mallId ?? ''}`, 'day'), budget: 'mall', most: limits.mallDay },
    { ...count('platform', 'hour'), budget: 'platform', most: limits.hour },
    { ...count('platform', 'day'), budget: 'platform', most: limits.day },
  ]
  return {
    adding: addingToCounts(budgets),
    refuse(counted) {
      const over = budgets.find(({ scope, span, most }) =>
        counted.some((one) => one.scope === scope && one.span === span && one.sent > most),
      )
      if (!over) return
      const until = new Date(over.beginsAt.getTime() + SPANS[over.span])
      alarm.usedUp({ budget: over.budget, span: over.span, until, mallId: over.budget === 'mall' ? mallId : null })
      throw new Refusal(over.budget === 'address' ? 'otp_address' : 'otp_budget', {
        retryAfterSeconds: (until.getTime() - now.getTime()) / SECOND,
      })
    },
  }
}

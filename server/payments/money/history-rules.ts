import type { HistoryEntry } from '#contract/payments/money-calls.ts'

export interface Recorded {
  ordered: { at: Date; amountPaise: number }
  attempts: readonly {
    kind: 'confirm' | 'capture' | 'failed' | 'expired' | 'refund'
    actor: { kind: string; id: string | null }
    detail: unknown
    at: Date
  }[]
  /** What a vendor told, and what became of it; null while it waits. */
  told: readonly { at: Date; gateway: string; about: unknown; outcome: string | null }[]
  refunds: readonly { at: Date; kind: string; reason: string | null; actor: { kind: string; id: string | null }; amountPaise: number }[]
  papers: readonly { at: Date; kind: 'receipt' | 'note'; number: string; amountPaise: number }[]
  /** When the ticket was left, and by whom, or ended without a call; null if neither. */
  ended: { at: Date; kind: 'left' | 'ended'; actor: { kind: string; id: string | null } } | null
}

const attemptKinds = { confirm: 'confirmed', capture: 'captured', failed: 'failed', expired: 'expired', refund: 'refunded' } as const

/** Oldest first; what happened in one transaction stays in its order. `names` are those of accounts, by id. */
export function historyOf(recorded: Recorded, names: ReadonlyMap<string, string>): HistoryEntry[] {
  const { ordered, attempts, told, refunds, papers, ended } = recorded
  const entry = (at: Date, kind: HistoryEntry['kind'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
    ...{ at, kind, by: { kind: 'system', name: null }, amountPaise: null, number: null, result: null, note: null },
    ...more,
  })
  return [
    entry(ordered.at, 'ordered', { by: { kind: 'shopper', name: null }, amountPaise: ordered.amountPaise }),
    ...attempts.map(({ kind, actor, detail, at }) => {
      const { late, reason, amountPaise } = (detail ?? {}) as { late?: unknown; reason?: unknown; amountPaise?: unknown }
      return entry(at, kind === 'capture' && late === true ? 'late' : attemptKinds[kind], {
        by: byOf(actor, names),
        result: typeof reason === 'string' ? reason : null,
        amountPaise: typeof amountPaise === 'number' ? amountPaise : null,
      })
    }),
    ...(ended === null ? [] : [entry(ended.at, ended.kind, { by: byOf(ended.actor, names) })]),
    ...refunds.map(({ at, kind, reason, actor, amountPaise }) =>
      entry(at, 'refund_begun', { by: byOf(actor, names), amountPaise, result: kind, note: reason }),
    ),
    ...papers.map(({ at, kind, number, amountPaise }) => entry(at, kind, { number, amountPaise })),
    ...told.map(({ at, gateway, about, outcome }) => {
      const [kind, paise] = toldOf((about ?? {}) as ToldAbout)
      return entry(at, kind, {
        by: { kind: 'vendor', name: gateway },
        result: outcome ?? 'waiting',
        amountPaise: typeof paise === 'number' ? paise : null,
      })
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** As `VendorEvent` has it. A node of a later version may have stored other words. */
type ToldAbout = { [part in 'order' | 'returned' | 'dispute']?: { amountPaise?: unknown } } & { refund?: unknown; amountPaise?: unknown }

function toldOf({ order, returned, dispute, refund, amountPaise }: ToldAbout): [HistoryEntry['kind'], unknown] {
  if (returned) return ['told_returned', returned.amountPaise]
  if (dispute) return ['told_dispute', dispute.amountPaise]
  return refund ? ['told_refund', amountPaise] : ['told', order?.amountPaise]
}

function byOf({ kind, id }: { kind: string; id: string | null }, names: ReadonlyMap<string, string>): HistoryEntry['by'] {
  if (kind === 'account') return { kind: 'person', name: (id && names.get(id)) || null }
  return { kind: kind === 'shopper' ? 'shopper' : 'system', name: null }
}

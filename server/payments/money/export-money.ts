import { Readable } from 'node:stream'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { localDateOf } from '#contract/base/time.ts'
import { zoned } from '#contract/base/zoned.ts'
import { ledgers } from '#contract/payments/ledgers.ts'
import type { ExportKind } from '#contract/payments/money.ts'
import { recordChange } from '#server/audit/service.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { type Cell, csvOf, MARK } from '#server/kit/csv.ts'
import { counts } from '#server/kit/limit.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import { en as states } from '#texts/en/states.ts'
import { paymentsFor } from './file-rows.ts'
import { b2csLines, docsLines, gstHeads, hsnLines, LAYOUT, paymentHead, peopleHead, rupees } from './file-rules.ts'
import * as papers from './papers-store.ts'
import type { DaysAsked } from './read-money.ts'
import { type Days, daysOf, type Scope, scopeFor } from './scope.ts'
import { inStretches } from './stretch-rules.ts'
import { tallyFoot, tallyHead, voucherOf, voucherOfHandBack, voucherOfTransfer } from './tally-rules.ts'

/** Names and mobile numbers are in the file only with `people: 'yes'`. A table of the return is of this GSTIN. */
interface FileAsked extends DaysAsked {
  kind: ExportKind
  people?: 'yes' | 'no' | undefined
  gstin?: string | undefined
}

/** The most rows that are read at once, so that a file of any size needs little memory. */
const AT_ONCE = 1000
/** A transfer of a large mall has thousands of lines. */
const TRANSFERS_AT_ONCE = 20

/** The files that this node is sending, by account. */
const exporting = counts()

/**
 * The parts are made as they are sent. The export is recorded in the audit first. Refuses as `readMoney` does, with `several_gstins`, and
 * with `quota_exports` while this node sends another file to the account. The caller must read the parts or destroy them.
 */
export async function exportMoney(
  deps: Deps,
  caller: SignedIn,
  id: string,
  { kind, people, gstin, ...asked }: FileAsked,
): Promise<{ type: string; name: string; parts: Readable }> {
  const now = deps.clock.now()
  const scope = await together(deps.db, (db) => scopeFor(db, caller, id))
  const days = daysOf(asked, scope.mall, now)
  if (exporting.of(caller.account.id) >= limitsOfCalls.exports.most) throw new Refusal('quota_exports', { retryAfterSeconds: 5 })
  const release = exporting.add(caller.account.id)
  try {
    const [type, name, parts] = await fileOf(deps, scope, days, { kind, people, gstin })
    await transaction(deps.db, (tx) =>
      recordChange(tx, now, caller, {
        action: 'money.exported',
        mallId: scope.mall.id,
        subject: scope.mall.id,
        detail: { fields: [kind, days.from, days.to, ...(gstin ? [gstin] : []), ...(people === 'yes' ? ['people'] : [])] },
      }),
    )
    // Also if the file was not sent to its end.
    return { type, name, parts: Readable.from(parts).once('close', release) }
  } catch (error) {
    release()
    throw error
  }
}

async function fileOf(
  deps: Deps,
  scope: Scope,
  days: Days,
  { kind, people, gstin }: Pick<FileAsked, 'kind' | 'people' | 'gstin'>,
): Promise<[string, string, AsyncIterable<string> | string[]]> {
  const range = `${days.from}-${days.to}`
  if (kind === 'tally') return ['application/xml', `tally-${range}.xml`, vouchers(deps, scope, days)]
  if (kind === 'payments') return ['text/csv', `payments-${range}.csv`, payments(deps, scope, days, people === 'yes')]
  const lines = await gstLines(deps, scope, days, kind, gstin)
  return ['text/csv', `gstr1-${kind}${gstin ? `-${gstin}` : ''}-${range}-format-${LAYOUT}.csv`, [csvOf([gstHeads[kind], ...lines])]]
}

async function* payments(deps: Deps, scope: Scope, days: Days, withPeople: boolean): AsyncGenerator<string> {
  yield MARK + csvOf([[...paymentHead, ...(withPeople ? peopleHead : [])]])
  const { timeZone } = scope.mall
  const shopNames = new Map(scope.shops.map(({ id, name }) => [id, name]))
  const span = { from: days.begins, before: days.ends }
  const stretches = inStretches(span, 'newest first', AT_ONCE, (stretch) => together(deps.db, (db) => paymentsFor(db, scope, stretch)))
  for await (const stretch of stretches)
    yield csvOf(
      stretch.map(({ one, ticket, receipt, notes }) => [
        ...[one.id, one.state, { plain: zoned(one.at.getTime(), 'sv-SE', timeZone, { dateStyle: 'short', timeStyle: 'medium' }) }],
        ...[
          (one.shopId && shopNames.get(one.shopId)) ?? '',
          ticket?.number ? { plain: ticket.number } : '',
          ticket?.lane ?? '',
          one.gateway,
        ],
        ...[one.amountPaise, one.refundedPaise, one.duePaise].map(rupees),
        ...[one.vendorOrderId ?? '', one.vendorPaymentId ?? '', receipt ?? '', notes.join(' ')],
        ...(withPeople ? [ticket?.name ?? '', ticket?.mobile ?? ''] : []),
      ]),
    )
}

const wantedPapers = ({ shops }: Scope, { begins, ends }: Days): papers.PapersWanted => ({
  shopIds: shops.map(({ id }) => id),
  from: begins,
  before: ends,
})

/** A return is of one GSTIN: refuses with `several_gstins` if these days have papers of several and none is asked for. */
async function gstLines(
  deps: Deps,
  scope: Scope,
  days: Days,
  kind: Exclude<ExportKind, 'payments' | 'tally'>,
  gstin: string | undefined,
): Promise<Cell[][]> {
  // Credit notes to people without a GSTIN are taken off in table 7. Table 9B has them only above ₹1 lakh, which no fee reaches.
  if (kind === 'cdnur') return []
  const wanted = wantedPapers(scope, days)
  const oneSeller = <T extends { gstin: string }>(rows: readonly T[]): T[] => {
    const gstins = [...new Set(rows.map((row) => row.gstin))].sort()
    if (gstin === undefined && gstins.length > 1) throw new Refusal('several_gstins', { gstins })
    return rows.filter((row) => gstin === undefined || row.gstin === gstin)
  }
  if (kind === 'docs') return docsLines(oneSeller(await together(deps.db, (db) => papers.seriesParts(db, wanted))))
  const sums = oneSeller(await together(deps.db, (db) => papers.taxSums(db, wanted)))
  return kind === 'b2cs' ? b2csLines(sums, placeName) : hsnLines(sums)
}

/** `27-Maharashtra`, as the offline tool writes places. */
function placeName(code: string): string {
  const key = `in${code}`
  return isState(key) ? `${code}-${states[key]}` : code
}

const isState = (key: string): key is keyof typeof states => Object.hasOwn(states, key)

/** Of the papers, oldest first; then of cash that has none; of a mall, then of the transfers. */
async function* vouchers(deps: Deps, scope: Scope, days: Days): AsyncGenerator<string> {
  const { mall, isMall } = scope
  const names = { ...ledgers, ...mall.ledgers }
  const dayOf = (at: Date): string => localDateOf(at, mall.timeZone)
  yield tallyHead
  const wanted = wantedPapers(scope, days)
  const ofPapers = inStretches(wanted, 'oldest first', AT_ONCE, (stretch) =>
    together(deps.db, (db) => papers.papersInOrder(db, { ...wanted, ...stretch })),
  )
  for await (const stretch of ofPapers) yield stretch.map((paper) => voucherOf(paper, dayOf(paper.issuedAt), names)).join('')
  const ofHandBacks = inStretches(wanted, 'oldest first', AT_ONCE, (stretch) =>
    together(deps.db, (db) => papers.handBacksInOrder(db, { ...wanted, ...stretch })),
  )
  for await (const stretch of ofHandBacks) yield stretch.map((one) => voucherOfHandBack(one, dayOf(one.at), names)).join('')
  // No one knows the shops of a transfer.
  if (isMall) {
    const ofTransfers = inStretches(wanted, 'oldest first', TRANSFERS_AT_ONCE, (stretch) =>
      together(deps.db, (db) => papers.transfersInOrder(db, { mallId: mall.id, ...stretch })),
    )
    for await (const stretch of ofTransfers) yield stretch.map((one) => voucherOfTransfer(one, dayOf(one.at), names)).join('')
  }
  yield tallyFoot
}

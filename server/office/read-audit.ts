import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { AuditAction, AuditGroup } from '#contract/audit/audit.ts'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { Refusal } from '#contract/base/errors.ts'
import { rupees } from '#contract/base/money.ts'
import { DEFAULT_TIME_ZONE } from '#contract/base/time.ts'
import { pauseReasons } from '#contract/queue/queue.ts'
import { accountsByIds } from '#server/accounts/manage-accounts.ts'
import { entriesOf, type FoundEntry, recordChange } from '#server/audit/service.ts'
import { type Reader, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { cursorOf, valuesOf } from '#server/kit/cursor.ts'
import { mallsOnRecord } from '#server/malls/service.ts'
import { midnightOf } from '#server/shops/rules.ts'
import { mallForManager, shopsOf, shopsOnRecord } from '#server/shops/service.ts'
import { peopleOf } from '#server/staff/service.ts'

/** `cursor` comes from the page before. */
export interface AuditAsked {
  cursor?: string | undefined
  group?: AuditGroup | undefined
  without?: AuditGroup | undefined
  person?: string | undefined
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}

interface AuditPage {
  entries: AuditEntry[]
  timeZone: string
  next: string | null
  people: { id: string; name: string }[]
}

const PAGE = 50
/** The most people that a page offers as a filter. */
const MOST_PEOPLE = 500

/**
 * Entries are newest first: with a mall id those of this mall and its people, for its managers; with null those of all malls. The route
 * allows null only to super administrators. Refuses with `forbidden`, with `invalid_input` for an unknown cursor, and as `mallNotShop`
 * does.
 */
export const readAudit = (deps: Deps, caller: SignedIn, mallId: string | null, asked: AuditAsked): Promise<AuditPage> =>
  together(deps.db, async (db) => {
    const scope = await scopeOf(db, caller, mallId)
    const { entries, next } = await pageOf(db, scope, asked, PAGE)
    return { entries, timeZone: scope.timeZone, next, people: scope.people.slice(0, MOST_PEOPLE) }
  })

/** Spreadsheets become slow with more. */
const EXPORT_ROWS = 100_000
const EXPORT_PAGE = 500

/**
 * Returns the audit in parts, at most 100,000 entries. The audit records the export first. Refuses as `readAudit` does, before the first
 * part.
 */
export async function exportAudit(
  deps: Deps,
  caller: SignedIn,
  mallId: string | null,
  asked: AuditAsked,
): Promise<AsyncGenerator<AuditEntry[]>> {
  const { cursor: _cursor, ...filters } = asked
  const scope = await together(deps.db, (db) => scopeOf(db, caller, mallId))
  const fields = Object.entries(filters).flatMap(([name, value]) => (value ? [name] : []))
  await transaction(deps.db, (tx) =>
    recordChange(tx, deps.clock.now(), caller, { action: 'audit.exported', mallId, subject: mallId ?? 'all', detail: { fields } }),
  )
  return parts(deps, scope, filters)
}

async function* parts(deps: Deps, scope: Scope, asked: AuditAsked): AsyncGenerator<AuditEntry[]> {
  let cursor: string | null = null
  for (let rows = 0; rows < EXPORT_ROWS; rows += EXPORT_PAGE) {
    const next: AuditAsked = cursor === null ? asked : { ...asked, cursor }
    const page = await together(deps.db, (db) => pageOf(db, scope, next, EXPORT_PAGE))
    yield page.entries
    cursor = page.next
    if (cursor === null) return
  }
}

/** The mall (null: all malls), with the names that its people know. */
interface Scope {
  mallId: string | null
  timeZone: string
  people: { id: string; name: string }[]
  /** Shops and people, for a search by name. */
  named: readonly { id: string; name: string }[]
}

async function scopeOf(db: Reader, caller: SignedIn, mallId: string | null): Promise<Scope> {
  if (mallId === null) return { mallId, timeZone: DEFAULT_TIME_ZONE, people: [], named: [] }
  const mall = await mallForManager(db, caller, mallId)
  const shops = await shopsOf(db, [mall])
  const people = await peopleOf(db, mall)
  return { mallId, timeZone: mall.timeZone, people, named: [...people, ...shops.map(({ id, name }) => ({ id, name }))] }
}

async function pageOf(db: Reader, scope: Scope, asked: AuditAsked, size: number) {
  const after = asked.cursor === undefined ? null : valuesOf(asked.cursor, 2)
  const [at = '', id = ''] = after ?? []
  const begins = after && { at: new Date(at), id }
  if (asked.cursor !== undefined && (!begins || Number.isNaN(begins.at.getTime()) || !/^\d{1,18}$/.test(id)))
    throw new Refusal('invalid_input', { sentence: 'This page does not exist. Please begin with the first one.' })
  const text = asked.text ?? ''
  const found = await entriesOf(db, {
    mall: scope.mallId === null ? null : { id: scope.mallId, people: scope.people.map(({ id }) => id) },
    group: asked.group ?? null,
    without: asked.without ?? null,
    person: asked.person ?? null,
    from: asked.from === undefined ? null : midnightOf(asked.from, scope.timeZone),
    before: asked.to === undefined ? null : midnightOf(asked.to, scope.timeZone, 1),
    text,
    // the audit holds no names, so this looks for the ids of shops and people with this name
    textIds: text === '' ? [] : scope.named.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map((one) => one.id),
    after: begins,
    most: size + 1,
  })
  const entries = found.slice(0, size)
  const last = entries.at(-1)
  const next = found.length > size && last ? cursorOf(last.at.toISOString(), last.id) : null
  return { entries: await withNames(db, entries), next }
}

/** Only names that the caller may see. */
async function withNames(db: Reader, found: readonly FoundEntry[]): Promise<AuditEntry[]> {
  const ids = [...new Set(found.flatMap(({ actorId, subject }) => (actorId === null ? [subject] : [actorId, subject])))]
  const accounts = await accountsByIds(db, ids)
  const subjectsOf = (kinds: RegExp) => found.flatMap(({ action, subject }) => (kinds.test(action) ? [subject] : []))
  const shops = await shopsOnRecord(db, [...new Set(subjectsOf(/^(?:shop|display|code)\./))])
  const named = [...found.flatMap(({ mallId }) => mallId ?? []), ...subjectsOf(/^(?:mall|code)\./)]
  const malls = await mallsOnRecord(db, [...new Set(named)])
  return found.map(({ actorKind, actorId, mallId, subject, detail, ...entry }) => {
    const { name, fields, changes } = (detail ?? {}) as { name?: unknown; fields?: unknown; changes?: unknown }
    const called = typeof name === 'string' ? name : (accounts.get(subject)?.name ?? shops.get(subject)?.name ?? malls.get(subject)?.title)
    return {
      ...entry,
      actor: { kind: actorKind, id: actorId, name: (actorId && accounts.get(actorId)?.name) || null },
      mall: mallId === null ? null : { id: mallId, name: malls.get(mallId)?.title ?? null },
      subject: { id: subject, name: called ?? null },
      fields: Array.isArray(fields) ? fields.map(String) : [],
      changes: changesOf(changes),
      ...pauseOf(entry.action, detail),
    }
  })
}

function pauseOf(action: AuditAction, detail: unknown): Pick<AuditEntry, 'pause'> {
  if (action !== 'shop.paused' && action !== 'counter.paused') return {}
  const { reason, until } = (detail ?? {}) as { reason?: unknown; until?: unknown }
  return {
    pause: { reason: pauseReasons.find((one) => one === reason) ?? null, until: typeof until === 'string' ? new Date(until) : null },
  }
}

/** Turns `{ "baseFeePaise": [12000, 15000] }` into texts for a person, in rupees; `gstBasisPoints` in per cent. */
function changesOf(changes: unknown): AuditEntry['changes'] {
  if (typeof changes !== 'object' || changes === null) return []
  return Object.entries(changes).flatMap(([field, value]) => {
    if (!Array.isArray(value)) return []
    const said = (one: unknown) => {
      if (typeof one !== 'number') return one === null ? '' : String(one)
      return field.endsWith('Paise') ? rupees(one) : field.endsWith('BasisPoints') ? `${one / 100} %` : String(one)
    }
    return [{ field, before: said(value[0]), after: said(value[1]) }]
  })
}

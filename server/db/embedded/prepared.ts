import { type PGlite, protocol } from '@electric-sql/pglite'
import { isPlanOutdated } from '#server/db/errors.ts'
import { statementNames } from '#server/db/statement-names.ts'

export interface Outcome<Row> {
  rows: Row[]
  fields: Fields
  affectedRows?: number
}
type Fields = { name: string; dataTypeID: number }[]

/** `values` are the types of its values. */
interface Prepared {
  name: string
  values: readonly number[]
  fields: Fields
}

const { CommandCompleteMessage, DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } = protocol.messages

/** The memory of prepared plans is never given back, and the product fits a small machine (decision 0002). */
const MOST_NAMES = 150

/** The tags of statements that change rows; each ends in their number. */
const changing = /^(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b.* (\d+)$/

/**
 * Runs statements with values. PGlite's own `query` sends six messages for each, and PostgreSQL parses and plans it each time. Here two are
 * enough. A statement that comes again and again needs one: it is prepared, and takes a quarter of the time.
 *
 * Outside of a transaction of ours no other may be open: Kysely sees to it.
 */
export function preparedStatements(pg: PGlite) {
  let nameOf = statementNames(MOST_NAMES)
  const prepared = new Map<string, Prepared>()
  const { serialize } = protocol

  /** Throws PostgreSQL's first error. */
  const tell = (messages: readonly Uint8Array[], syncToFs: boolean) =>
    pg.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs })

  const prepare = async (name: string, text: string): Promise<Prepared> => {
    const said = await tell([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })], false)
    const statement: Prepared = {
      name,
      values: said.find((message) => message instanceof ParameterDescriptionMessage)?.dataTypeIDs ?? [],
      fields: said.find((message) => message instanceof RowDescriptionMessage)?.fields ?? [],
    }
    if (name !== '') prepared.set(text, statement)
    return statement
  }

  const run = async <Row>(text: string, name: string, values: readonly unknown[], inTransaction: boolean): Promise<Outcome<Row>> => {
    const statement = prepared.get(text) ?? (await prepare(name, text))
    const bound = values.map((value, i) => textOf(pg, value, statement.values[i]))
    const said = await tell([serialize.bind({ statement: statement.name, values: bound }), serialize.execute({})], !inTransaction)
    const outcome: Outcome<Row> = { rows: [], fields: statement.fields, affectedRows: 0 }
    for (const message of said) {
      if (message instanceof DataRowMessage) outcome.rows.push(rowOf(pg, statement, message.fields) as Row)
      if (message instanceof CommandCompleteMessage) outcome.affectedRows = Number(changing.exec(message.text)?.[1] ?? 0)
    }
    return outcome
  }

  const forget = async () => {
    const old = [...prepared.values()].map(({ name }) => serialize.close({ type: 'S', name }))
    nameOf = statementNames(MOST_NAMES)
    prepared.clear()
    await tell(old, false)
  }

  return <Row>(text: string, values: readonly unknown[], inTransaction: boolean): Promise<Outcome<Row>> =>
    pg.runExclusive(async () => {
      // While PGlite closes, it would wait for PostgreSQL for ever. `runExclusive` does not ask, as its own `query` does.
      if (!pg.ready) throw new Error('PGlite is closing')
      // A statement without a name is gone after the next one.
      const once = (name = '') => run<Row>(text, name, values, inTransaction)
      try {
        return await once(nameOf(text))
      } catch (error) {
        if (!isPlanOutdated(error)) throw error
        // A migration has changed a table.
        await forget()
        // A transaction has failed with it and is tried again as a whole.
        if (inTransaction) throw error
        return once()
      }
    })
}

function textOf(pg: PGlite, value: unknown, type: number | undefined): string | null {
  if (value === null || value === undefined) return null
  const serialize = type === undefined ? undefined : pg.serializers[type]
  return serialize ? serialize(value) : String(value)
}

function rowOf(pg: PGlite, { fields }: Prepared, values: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [i, { name, dataTypeID }] of fields.entries()) {
    const value = values[i] ?? null
    const parse = pg.parsers[dataTypeID]
    row[name] = value !== null && parse ? parse(value, dataTypeID) : value
  }
  return row
}

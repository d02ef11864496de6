import { type KyselyPlugin, TableNode } from 'kysely'
import type { Db } from '#server/db/transaction.ts'

/** Returns the same database, which calls `heard` with each table before a query reads from it. If `heard` throws, the query fails. */
export function sayTableReads(db: Db, heard: (table: string) => void): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode')
        for (const from of node.from?.froms ?? []) if (TableNode.is(from)) heard(from.table.identifier.name)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

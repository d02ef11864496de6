import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../server/db/transaction.ts'

/** The same database, which says before each query from which table it reads; where `heard` throws, the query fails. */
export function sayTableReads(db: Db, heard: (table: string) => void): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode')
        for (const from of node.from?.froms ?? [])
          if (from.kind === 'TableNode') heard((from as unknown as TableNode).table.identifier.name)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

interface TableNode {
  table: { identifier: { name: string } }
}

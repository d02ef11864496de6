import { DAY } from '#contract/base/time.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import * as store from './store.ts'

const BATCH = 200

/**
 * Deletes files that nothing shows, a day after a form last named them: a form may hold an address for that long. A file in use is checked
 * again a day later. A form that names a file at the same moment waits for its row; then it finds the file, or stores it again.
 */
export async function forgetUnusedMedia({ db, clock, mediaInUse }: Pick<Deps, 'db' | 'clock' | 'mediaInUse'>): Promise<void> {
  for (;;) {
    const looked = await transaction(db, async (tx) => {
      const now = clock.now()
      const files = await store.lockKeptBefore(tx, new Date(now.getTime() - DAY), BATCH)
      const addresses = files.map(addressOf)
      const used = new Set((await Promise.all(mediaInUse.map((ask) => ask(tx, addresses)))).flat())
      const hashes = (isUsed: boolean) => files.filter((file) => used.has(addressOf(file)) === isUsed).map(({ hash }) => hash)
      await store.deleteMedia(tx, hashes(false))
      await store.touchAll(tx, hashes(true), now)
      return files.length
    })
    if (looked < BATCH) return
  }
}

const addressOf = ({ kind, hash, extension }: { kind: 'image' | 'sound'; hash: string; extension: string }) =>
  `/${kind}s/${hash}.${extension}`

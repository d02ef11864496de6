// A separate process on a data folder. `hold` opens it and stays. `write` commits rows without end and prints the id of each after its
// commit. `refuse` commits one row, and then one more on a disk that fails.
import fs from 'node:fs'
import { openDatabase } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'

const [task, dataDir = ''] = process.argv.slice(2)
const say = (line: string) => fs.writeSync(1, `${line}\n`)

try {
  const { db } = await openDatabase({ dataDir })
  say('open')
  const life = process.hrtime.bigint()
  const one = (id: string) => transaction(db, (tx) => tx.insertInto('shopStream').values({ shopId: id }).execute())
  const write = async (writer: number) => {
    for (let row = 0; ; row += 1) {
      const id = `${life}-${writer}-${row}`
      await one(id)
      say(id)
    }
  }
  if (task === 'write') await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(write))
  if (task === 'refuse') {
    await one(`${life}-kept`)
    say('acknowledged')
    fs.fdatasyncSync = () => {
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    }
    await one(`${life}-refused`)
    say('acknowledged')
  }
  setInterval(() => {}, 1_000)
} catch (error) {
  say((error as Error).message)
  process.exitCode = 3
}

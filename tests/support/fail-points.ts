import { ServerResponse } from 'node:http'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import pg from 'pg'

/** Where a process can be made to die while it captures: around the insert of the receipt, the commit and the answer. */
export const failPoints = ['before insert', 'after insert', 'before commit', 'after commit', 'before answer', 'after answer'] as const
export type FailPoint = (typeof failPoints)[number]

const ofCapture = /insert into "receipt"/
const ofConfirm = /\/confirm$/

/**
 * Makes this process kill itself (SIGKILL) at the fail point that its parent names, the next time it comes by there. The libraries below the
 * product are watched, not the product: it knows nothing of this.
 */
export function watchFailPoints(): void {
  let armed: unknown = null
  process.on('message', (message) => {
    armed = (message as { failAt?: unknown }).failAt ?? armed
  })
  const reach = (point: FailPoint) => {
    if (armed === point) process.kill(process.pid, 'SIGKILL')
  }
  watchPostgres(reach)
  watchEmbedded(reach)
  watchAnswers(reach)
}

type Reach = (point: FailPoint) => void

function watchPostgres(reach: Reach): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const capturing = new WeakSet<object>()
  const watched = async function (this: pg.Client, ...args: unknown[]) {
    const [text] = args
    if (typeof text !== 'string') return query.apply(this, args)
    if (ofCapture.test(text)) {
      capturing.add(this)
      reach('before insert')
    }
    if (text === 'commit' && capturing.has(this)) reach('before commit')
    const answer = await query.apply(this, args)
    if (ofCapture.test(text)) reach('after insert')
    if (text === 'commit' && capturing.delete(this)) reach('after commit')
    return answer
  }
  // with a callback or a query object (the pool, the listener) everything stays as it is
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      return typeof args.at(-1) === 'function' ? query.apply(this, args) : watched.apply(this, args)
    },
  })
}

function watchEmbedded(reach: Reach): void {
  const transaction = PGlite.prototype.transaction
  Object.assign(PGlite.prototype, {
    async transaction<T>(this: PGlite, story: (tx: Transaction) => Promise<T>): Promise<T> {
      let capturing = false
      const result = await transaction.call(this, async (tx: Transaction) => {
        const query = async (text: string, ...more: unknown[]) => {
          if (ofCapture.test(text)) reach('before insert')
          const answer = await (tx.query as (...args: unknown[]) => Promise<unknown>).call(tx, text, ...more)
          if (ofCapture.test(text)) {
            capturing = true
            reach('after insert')
          }
          return answer
        }
        const answer = await story(new Proxy(tx, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) }))
        if (capturing) reach('before commit')
        return answer
      })
      if (capturing) reach('after commit')
      return result as T
    },
  })
}

function watchAnswers(reach: Reach): void {
  const end = ServerResponse.prototype.end as (...args: unknown[]) => ServerResponse
  Object.assign(ServerResponse.prototype, {
    end(this: ServerResponse, ...args: unknown[]) {
      if (!ofConfirm.test(this.req?.url ?? '')) return end.apply(this, args)
      reach('before answer')
      this.once('finish', () => reach('after answer'))
      return end.apply(this, args)
    },
  })
}

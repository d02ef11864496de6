import { describe, expect, test, vi } from 'vitest'
import type { Relayed } from './outbox/event.ts'
import { causedByEvents, startWorkers, type Worker } from './workers.ts'

const log = { error: vi.fn() }
const HOUR = 3_600_000

/** A worker that notes when it begins and ends; it takes `ms` milliseconds. */
const noting = (notes: string[], name: string, ms: number): Worker => {
  const work = async () => {
    notes.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, ms))
    notes.push(`${name} ends`)
  }
  return { name, everyMs: HOUR, run: work, settled: work, finish: work }
}
const event = (kind: 'ticket.expired' | 'ticket.arrived') => ({ kind, shopId: 's', ticketId: 't', seq: 1, at: new Date(0) }) as Relayed

describe('workers', () => {
  test('of one slice finish in their order, those of two slices at the same time', async () => {
    const notes: string[] = []
    const workers = startWorkers([[noting(notes, 'settling', 20), noting(notes, 'refunding', 0)], [noting(notes, 'sending', 0)]], log)
    await workers.stop()
    await workers.finish()
    expect(notes.filter((note) => !note.startsWith('sending'))).toEqual([
      'settling begins',
      'settling ends',
      'refunding begins',
      'refunding ends',
    ])
    expect(notes.indexOf('sending ends')).toBeLessThan(notes.indexOf('settling ends'))
  })

  test('that end what time has ended run in a tick, one after the other, and others do not', async () => {
    const notes: string[] = []
    const timed = (name: string): Worker => ({ ...noting(notes, name, 1), endsByTime: true })
    const workers = startWorkers([[timed('pauses')], [noting(notes, 'vacuuming', 0)], [timed('days')]], log)
    await workers.endWhatIsOver()
    await workers.stop()
    expect(notes).toEqual(['pauses begins', 'pauses ends', 'days begins', 'days ends'])
  })

  test('that events cause are woken by such an event only, and a failure is logged under their name', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
      throw new Error('the database is away')
    }
    const settling = causedByEvents(log, { name: 'settling', everyMs: HOUR, work, isCause: ({ kind }) => kind === 'ticket.expired' })
    const workers = startWorkers([[settling]], log)
    workers.wake([event('ticket.arrived')])
    expect(runs).toBe(0)
    workers.wake([event('ticket.arrived'), event('ticket.expired')])
    expect(runs).toBe(1)
    await workers.settled()
    await workers.stop()
    expect(log.error).toHaveBeenCalledWith({ err: expect.any(Error) }, 'settling failed, trying again')
  })
})

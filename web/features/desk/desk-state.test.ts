import { describe, expect, test } from 'vitest'
import { CallFailure, type FailureCode } from '#web/api/call.ts'
import type { DeskAction, StaffTicket } from '#web/data/queue.ts'
import type { Act, DeskEvent, Effect, Press, PressedCall } from './desk-events.ts'
import { deskAfter, quietDesk, type Turn } from './desk-state.ts'

const ticket = (id: string, over: Partial<StaffTicket> = {}): StaffTicket => ({
  id,
  shopId: 'cafe',
  number: Number(id),
  name: `Person ${id}`,
  mobile: '9820111847',
  email: `p${id}@example.in`,
  clicked: false,
  state: 'waiting',
  joinedAt: new Date(0),
  calledAt: null,
  slot: null,
  lane: 'regular',
  version: 1,
  counter: null,
  counterId: null,
  missedAt: null,
  recallsLeft: 0,
  startTime: null,
  duration: null,
  cashPaymentId: null,
  dueAmountPaise: null,
  promise: null,
  notice: null,
  serveAt: null,
  outOfTurn: false,
  undoable: null,
  ...over,
})
const asha = ticket('1')
const bela = ticket('2')

const anywhere: Press = { counterId: null, busyWith: null, landed: () => undefined }
const atCounter: Press = { ...anywhere, counterId: 'c1' }
const failure = (code: FailureCode, status = 409) => new CallFailure({ code, message: 'No.', status, offline: status === 0 })

/** A desk on which these events have happened, with what the last one led to. */
function turn(...events: DeskEvent[]): Turn {
  return events.reduce<Turn>(({ desk }, event) => deskAfter(desk, event), {
    desk: quietDesk,
    effects: [],
  })
}
const done = (effects: readonly Effect[]) => effects.map((effect) => (effect.do === 'say' ? `say ${effect.said.what}` : effect.do))

const pressCall = (one: StaffTicket, press = anywhere): DeskEvent => ({ happened: 'call pressed', ticket: one, press })
const sent = (one: StaffTicket, press = anywhere, again = false) => ({ ticket: one, press, again })
const pressAct = (action: DeskAction, then: PressedCall | null = null): DeskEvent => ({
  happened: 'act pressed',
  ...act(action, then),
})
const act = (action: DeskAction, then: PressedCall | null = null): Act => ({ ticket: asha, action, press: atCounter, then })
const answered = (one: Act): DeskEvent => ({ happened: 'act answered', act: one, answer: asha })

describe('a call', () => {
  test('is in flight from the press on, and a second press does nothing', () => {
    const { desk, effects } = turn(pressCall(asha))
    expect(done(effects)).toEqual(['forget message', 'remember press', 'send call'])
    expect([...desk.calling]).toEqual(['1'])
    expect(deskAfter(desk, pressCall(asha))).toEqual({ desk, effects: [] })
    expect(turn(pressCall(ticket('1', { clicked: true }))).effects, 'of a called customer').toEqual([])
  })

  test('needs a mobile number', () => {
    const { desk, effects } = turn(pressCall(ticket('1', { mobile: ' ' })))
    expect(done(effects)).toEqual(['say number missing'])
    expect(desk).toBe(quietDesk)
  })

  test('waits for no one without a counter, but a counter calls one customer at a time', () => {
    expect([...turn(pressCall(asha), pressCall(bela)).desk.calling]).toEqual(['1', '2'])
    expect([...turn(pressCall(asha, atCounter), pressCall(bela, atCounter)).desk.calling]).toEqual(['1'])
  })

  test('is not sent while another customer is at the counter', () => {
    const busy = { ...atCounter, busyWith: bela }
    expect(done(turn(pressCall(asha, busy)).effects)).toEqual(['say finish first'])
    expect(done(turn(pressCall(bela, busy)).effects), 'of that customer').toContain('send call')
  })

  test('puts the answered ticket into the table, and without a counter on the card', () => {
    const answer = (press: Press): DeskEvent => ({ happened: 'call answered', sent: sent(asha, press), answer: asha })
    expect(done(turn(pressCall(asha), answer(anywhere)).effects)).toEqual(['take ticket'])
    expect(turn(pressCall(asha), answer(anywhere)).desk.chosen).toBe('1')
    expect(turn(pressCall(asha, atCounter), answer(atCounter)).desk.chosen).toBeNull()
  })

  test('lands on the screen of its press when it is finished', () => {
    const { desk, effects } = turn(pressCall(asha), {
      happened: 'call finished',
      sent: sent(asha),
      answer: asha,
      alreadyCalled: false,
    })
    expect(done(effects)).toEqual(['say called', 'land'])
    expect(desk.calling.size).toBe(0)
  })

  test('of a customer who was called before is told and does not land, unless the earlier call had failed', () => {
    const finished = (again: boolean): DeskEvent => ({
      happened: 'call finished',
      sent: sent(asha, anywhere, again),
      answer: asha,
      alreadyCalled: true,
    })
    expect(done(turn(finished(false)).effects)).toEqual(['say called before'])
    expect(done(turn(finished(true)).effects)).toEqual(['say called', 'land'])
  })

  test('that was refused is marked as failed, and the next press knows that', () => {
    const refused: DeskEvent = { happened: 'call failed', sent: sent(asha), error: failure('forbidden', 403), leaving: false }
    const { desk, effects } = turn(pressCall(asha), refused)
    expect(done(effects)).toEqual(['remember press', 'say call refused', 'read again'])
    expect([...desk.failed]).toEqual(['1'])
    const [, , send] = deskAfter(desk, pressCall(asha)).effects
    expect(send).toMatchObject({ do: 'send call', sent: { again: true } })
  })

  test('without an answer is marked as failed and reads nothing again', () => {
    const lost: DeskEvent = { happened: 'call failed', sent: sent(asha), error: failure('offline', 0), leaving: false }
    expect(done(turn(pressCall(asha), lost).effects)).toEqual(['remember press', 'say call broken'])
  })

  test('that the counter cannot make now is not a failed message', () => {
    const busy: DeskEvent = { happened: 'call failed', sent: sent(asha), error: failure('counter_busy'), leaving: false }
    const { desk, effects } = turn(pressCall(asha), busy)
    expect(desk.failed.size).toBe(0)
    expect(done(effects)).toEqual(['remember press', 'say not now', 'read again', 'read again'])
  })

  test('that a reload breaks off stays remembered as pressed and says nothing', () => {
    const left: DeskEvent = { happened: 'call failed', sent: sent(asha), error: failure('offline', 0), leaving: true }
    const { desk, effects } = turn(pressCall(asha), left)
    expect(effects).toEqual([])
    expect(desk.failed.size + desk.calling.size).toBe(0)
  })
})

describe('an action', () => {
  test('is sent once, however often it is pressed', () => {
    const { desk, effects } = turn(pressAct('arrive'))
    expect(done(effects)).toEqual(['forget message', 'send act'])
    expect([...desk.acting]).toEqual(['1'])
    expect(deskAfter(desk, pressAct('arrive')).effects).toEqual([])
    expect(deskAfter(desk, pressAct('arrive')).desk).toBe(desk)
  })

  test('that is pressed while another one is in flight waits for its answer and is not lost', () => {
    const waiting = turn(pressAct('arrive'), pressAct('complete'), pressAct('complete'))
    expect(waiting.effects).toEqual([])
    const next = deskAfter(waiting.desk, answered(act('arrive')))
    expect(done(next.effects)).toEqual(['take ticket', 'forget message', 'send act'])
    expect(next.effects[next.effects.length - 1]).toMatchObject({ act: { action: 'complete' } })
    expect([...next.desk.acting], 'still acting').toEqual(['1'])
    const last = deskAfter(next.desk, answered(act('complete')))
    expect(done(last.effects)).toEqual(['take ticket'])
    expect(last.desk.acting.size + last.desk.underWay.size).toBe(0)
  })

  test('can be pressed again as soon as its answer is there', () => {
    const { desk } = turn(pressAct('recall'), answered(act('recall')))
    expect(done(deskAfter(desk, pressAct('recall')).effects)).toContain('send act')
  })

  test('that fails drops the actions that wait for it', () => {
    const { desk, effects } = turn(pressAct('arrive'), pressAct('complete'), {
      happened: 'act failed',
      act: act('arrive'),
      error: failure('forbidden', 403),
    })
    expect(done(effects)).toEqual(['say action failed', 'read again'])
    expect(desk.acting.size + desk.underWay.size).toBe(0)
  })

  test('tells of a recall, of more time and of an undo, and the undo is remembered for a reload', () => {
    const told = (action: DeskAction) => done(turn(pressAct(action), answered(act(action))).effects)
    expect(told('recall')).toEqual(['take ticket', 'say recall'])
    expect(told('extend')).toEqual(['take ticket', 'say extend'])
    expect(told('undo')).toEqual(['take ticket', 'remember press', 'say undone'])
    expect(told('no_show')).toEqual(['take ticket'])
  })

  test('that cannot be undone any more is no longer offered', () => {
    const known = { ...quietDesk, log: { entries: [], undoable: { '1': 'call' as const } } }
    const { desk } = deskAfter(deskAfter(known, pressAct('undo')).desk, {
      happened: 'act failed',
      act: act('undo'),
      error: failure('nothing_to_undo'),
    })
    expect(desk.log.undoable).toEqual({ '1': null })
  })
})

describe('an action with a call after it', () => {
  const served = act('complete', { ticket: bela, press: atCounter })

  test('calls the next customer when it has succeeded', () => {
    const { desk, effects } = turn(pressAct('complete', served.then), answered(served))
    expect(done(effects)).toEqual(['take ticket', 'forget message', 'remember press', 'send call'])
    expect([...desk.calling]).toEqual(['2'])
    expect(desk.acting.size).toBe(0)
  })

  test('calls no one when it has failed, or when it was in flight already', () => {
    const failed = turn(pressAct('complete', served.then), { happened: 'act failed', act: served, error: failure('forbidden', 403) })
    expect(done(failed.effects)).not.toContain('send call')
    const twice = turn(pressAct('complete'), pressAct('complete', served.then), answered(act('complete')))
    expect(done(twice.effects)).not.toContain('send call')
  })

  test('calls the same customer again after an undo, although the screen still shows the call', () => {
    const undone = act('undo', { ticket: asha, press: { ...atCounter, busyWith: ticket('1', { clicked: true }) } })
    expect(done(turn(pressAct('undo', undone.then), answered(undone)).effects)).toEqual([
      ...['take ticket', 'remember press', 'say undone'],
      ...['forget message', 'remember press', 'send call'],
    ])
  })
})

describe('cash', () => {
  const owing = ticket('1', { state: 'pending_payment', number: null, cashPaymentId: 'p1', dueAmountPaise: 12_000 })
  const pressed: DeskEvent = { happened: 'cash pressed', ticket: owing }

  test('is recorded once', () => {
    const { desk, effects } = turn(pressed)
    expect(effects).toEqual([{ do: 'forget message' }, { do: 'send cash', ticket: owing, paymentId: 'p1' }])
    expect(deskAfter(desk, pressed)).toEqual({ desk, effects: [] })
    expect(turn({ happened: 'cash pressed', ticket: asha }).effects, 'of a customer who owes none').toEqual([])
  })

  test('that was taken is in the log with the new number', () => {
    const { desk, effects } = turn(pressed, { happened: 'cash answered', ticket: owing, number: 7, at: 1000 })
    expect(done(effects)).toEqual(['say cash taken', 'read again'])
    expect(desk.log.entries).toMatchObject([{ kind: 'pay', number: 7, at: 1000, mine: true }])
    expect(desk.acting.size).toBe(0)
  })

  test('that is no longer owed is told as such', () => {
    const failed = (error: unknown) => done(turn(pressed, { happened: 'cash failed', ticket: owing, error }).effects)
    expect(failed(failure('ticket_lapsed'))).toEqual(['say cash too late', 'read again'])
    expect(failed(failure('offline', 0))).toEqual(['say action failed', 'read again'])
  })
})

test('a customer who was chosen is on the card', () => {
  expect(turn({ happened: 'chosen', ticketId: '2' }).desk.chosen).toBe('2')
})

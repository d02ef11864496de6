import { describe, expect, test, vi } from 'vitest'
import { ticket } from '#tests/support/people/staff-ticket.ts'
import { CallFailure, type FailureCode } from '#web/api/call.ts'
import type { DeskAction } from '#web/data/queue.ts'
import { watched } from '#web/ui/watched.ts'
import { deskActions, type Outside, type Press } from './desk-actions.ts'
import { type DeskMemory, quietDesk } from './desk-state.ts'

const asha = ticket('1')
const bela = ticket('2')

const failure = (code: FailureCode, status = 409) => new CallFailure({ code, message: 'No.', status, offline: status === 0 })
const failing = (error: unknown) => () => Promise.reject(error)
vi.spyOn(console, 'info').mockImplementation(() => undefined)

/** A desk whose server says yes to everything, and what was done outside of its memory, in order. */
function quiet({ press = {}, ...over }: Partial<Omit<Outside, 'press'>> & { press?: Partial<Press> } = {}) {
  const done: string[] = []
  const note = (what: string) => void done.push(what)
  const desk = watched(quietDesk)
  const memory: DeskMemory = { get: desk.get, set: (update) => desk.set(update(desk.get())), lastActs: new Map() }
  const outside: Outside = {
    callTicket: async () => ({ ticket: asha, alreadyCalled: false }),
    startCall: async () => undefined,
    actOn: async () => asha,
    takeCash: async () => 7,
    press: () => ({ counterId: null, busyWith: null, landed: () => note('land'), ...press }),
    takeTicket: () => note('take ticket'),
    rememberPress: (_, pressed) => note(pressed ? 'remember press' : 'forget press'),
    readAgain: (what) => note(`read ${what}`),
    forgetSaid: () => note('forget message'),
    say: ({ what }) => note(`say ${what}`),
    isLeavingPage: () => false,
    ...over,
  }
  const sent: Partial<Outside> = {
    callTicket: (called, counterId) => {
      note(`send call ${called.id}`)
      return outside.callTicket(called, counterId)
    },
    actOn: (id, action, counterId) => {
      note(`send ${action}`)
      return outside.actOn(id, action, counterId)
    },
    takeCash: (id) => {
      note('send cash')
      return outside.takeCash(id)
    },
  }
  const actions = deskActions('cafe', memory, { ...outside, ...sent })
  const act = (action: DeskAction) => actions.act(asha, action)
  /** What was done since the last look. */
  const news = () => done.splice(0)
  return { actions, act, news, desk: memory.get, memory }
}
const atCounter = { counterId: 'c1' }

describe('a call', () => {
  test('is in flight from the press on, and a second press does nothing', async () => {
    const { actions, desk, news } = quiet()
    const pressed = actions.call(asha)
    expect(news()).toEqual(['forget message', 'remember press', 'send call 1'])
    expect([...desk().calling]).toEqual(['1'])
    await actions.call(asha)
    expect(news()).not.toContain('send call 1')
    await pressed
    await actions.call(ticket('1', { clicked: true }))
    expect(news(), 'of a called customer').not.toContain('send call 1')
  })

  test('needs a mobile number', async () => {
    const { actions, desk, news } = quiet()
    await actions.call(ticket('1', { mobile: ' ' }))
    expect(news()).toEqual(['say number missing'])
    expect(desk()).toBe(quietDesk)
  })

  test('waits for no one without a counter, but a counter calls one customer at a time', () => {
    for (const [press, calling] of [[{}, ['1', '2']] as const, [atCounter, ['1']] as const]) {
      const { actions, desk } = quiet({ press })
      actions.call(asha)
      actions.call(bela)
      expect([...desk().calling]).toEqual(calling)
    }
  })

  test('is not sent while another customer is at the counter', async () => {
    const { actions, news } = quiet({ press: { ...atCounter, busyWith: bela } })
    await actions.call(asha)
    expect(news()).toEqual(['say finish first'])
    await actions.call(bela)
    expect(news(), 'of that customer').toContain('send call 2')
  })

  test('puts the answered ticket into the table, and without a counter on the card', async () => {
    for (const [press, chosen] of [[{}, '1'] as const, [atCounter, null] as const]) {
      const { actions, desk, news } = quiet({ press })
      await actions.call(asha)
      expect(news()).toContain('take ticket')
      expect(desk().chosen).toBe(chosen)
    }
  })

  test('lands on the screen of its press when it is finished, even if its countdown was not confirmed', async () => {
    const { actions, desk, news } = quiet({ startCall: failing(failure('offline', 0)) })
    await actions.call(asha)
    expect(news().slice(3)).toEqual(['take ticket', 'say called', 'land'])
    expect(desk().calling.size).toBe(0)
  })

  test('of a customer who was called before is told and does not land, unless the earlier call had failed', async () => {
    const callTicket = async () => ({ ticket: asha, alreadyCalled: true })
    const { actions, news } = quiet({ callTicket })
    await actions.call(asha)
    expect(news().slice(3)).toEqual(['take ticket', 'say called before'])
    const second = quiet({ callTicket })
    second.memory.set((desk) => ({ ...desk, failed: new Set(['1']) }))
    await second.actions.call(asha)
    expect(second.news().slice(3)).toEqual(['take ticket', 'say called', 'land'])
    expect(second.desk().failed.size).toBe(0)
  })

  test('that was refused is marked as failed until the next press', async () => {
    const { actions, desk, news } = quiet({ callTicket: failing(failure('forbidden', 403)) })
    await actions.call(asha)
    expect(news().slice(3)).toEqual(['forget press', 'say call refused', 'read table'])
    expect([...desk().failed]).toEqual(['1'])
    actions.call(asha)
    expect(desk().failed.size).toBe(0)
  })

  test('without an answer is marked as failed and reads nothing again', async () => {
    const { actions, desk, news } = quiet({ callTicket: failing(failure('offline', 0)) })
    await actions.call(asha)
    expect(news().slice(3)).toEqual(['forget press', 'say call broken'])
    expect([...desk().failed]).toEqual(['1'])
  })

  test('that the counter cannot make now is not a failed message', async () => {
    const { actions, desk, news } = quiet({ callTicket: failing(failure('counter_busy')) })
    await actions.call(asha)
    expect(news().slice(3)).toEqual(['forget press', 'say not now', 'read desk', 'read table'])
    expect(desk().failed.size).toBe(0)
  })

  test('that a reload breaks off stays remembered as pressed and says nothing', async () => {
    const { actions, desk, news } = quiet({ callTicket: failing(failure('offline', 0)), isLeavingPage: () => true })
    await actions.call(asha)
    expect(news().slice(3)).toEqual([])
    expect(desk().failed.size + desk().calling.size).toBe(0)
  })
})

describe('an action', () => {
  test('is sent once, however often it is pressed', async () => {
    const { act, desk, news } = quiet()
    const presses = [act('arrive'), act('arrive')]
    expect([...desk().acting]).toEqual(['1'])
    await Promise.all(presses)
    expect(news()).toEqual(['forget message', 'send arrive', 'take ticket'])
    expect(desk().acting.size).toBe(0)
  })

  test('that is pressed while another one is in flight waits for its answer and is not lost', async () => {
    const { act, desk, news } = quiet()
    const presses = [act('arrive'), act('complete'), act('complete')]
    expect(news()).toEqual(['forget message', 'send arrive'])
    await presses[0]
    expect([...desk().acting], 'still acting').toEqual(['1'])
    await Promise.all(presses)
    expect(news()).toEqual(['take ticket', 'forget message', 'send complete', 'take ticket'])
    expect(desk().acting.size).toBe(0)
  })

  test('can be pressed again as soon as its answer is there', async () => {
    const { act, news } = quiet()
    await act('recall')
    news()
    await act('recall')
    expect(news()).toContain('send recall')
  })

  test('that fails drops the actions that wait for it', async () => {
    const { act, desk, news } = quiet({ actOn: failing(failure('forbidden', 403)) })
    await Promise.all([act('arrive'), act('complete'), act('no_show')])
    expect(news()).toEqual(['forget message', 'send arrive', 'say action failed', 'read table'])
    expect(desk().acting.size).toBe(0)
  })

  test('tells of a recall, of more time and of an undo, and the undo is remembered for a reload', async () => {
    const told = async (action: DeskAction) => {
      const { act, news } = quiet()
      await act(action)
      return news().slice(2)
    }
    expect(await told('recall')).toEqual(['take ticket', 'say recall'])
    expect(await told('extend')).toEqual(['take ticket', 'say extend'])
    expect(await told('undo')).toEqual(['take ticket', 'forget press', 'say undone'])
    expect(await told('no_show')).toEqual(['take ticket'])
  })

  test('is not offered for an undo again once the server says that nothing can be undone', async () => {
    const { actions, memory, desk } = quiet({ actOn: failing(failure('nothing_to_undo')) })
    memory.set((now) => ({ ...now, log: { entries: [], undoable: { '1': 'call' } } }))
    await actions.undo(asha)
    expect(desk().log.undoable).toEqual({ '1': null })
  })
})

describe('an action with a call after it', () => {
  test('calls the next customer when it has succeeded, although the screen still shows the last one', async () => {
    const { actions, news } = quiet({ press: { ...atCounter, busyWith: asha } })
    await actions.serveAndCall(asha, bela)
    expect(news().slice(0, 6)).toEqual([
      ...['forget message', 'send complete', 'take ticket'],
      ...['forget message', 'remember press', 'send call 2'],
    ])
  })

  test('calls no one when it has failed, or when it was in flight already', async () => {
    const failed = quiet({ actOn: failing(failure('forbidden', 403)) })
    await failed.actions.serveAndCall(asha, bela)
    expect(failed.news()).not.toContain('send call 2')
    const twice = quiet()
    await Promise.all([twice.act('complete'), twice.actions.serveAndCall(asha, bela)])
    expect(twice.news()).not.toContain('send call 2')
  })

  test('calls the same customer again after an undo, although the screen still shows the call', async () => {
    const called = ticket('1', { clicked: true })
    const { actions, news } = quiet({ press: { ...atCounter, busyWith: called } })
    await actions.callAgain(called)
    expect(news().slice(1, 8)).toEqual([
      ...['send undo', 'take ticket', 'forget press', 'say undone'],
      ...['forget message', 'remember press', 'send call 1'],
    ])
  })
})

describe('cash', () => {
  const owing = ticket('1', { state: 'pending_payment', number: null, cashPaymentId: 'p1', dueAmountPaise: 12_000 })

  test('is recorded once, and is in the log with the new number', async () => {
    const { actions, act, desk, news } = quiet()
    const presses = [actions.takeCash(owing), actions.takeCash(owing), act('arrive')]
    expect(news()).toEqual(['forget message', 'send cash'])
    await Promise.all(presses)
    expect(news()).toEqual(['say cash taken', 'read table'])
    expect(desk().log.entries).toMatchObject([{ kind: 'pay', number: 7, mine: true }])
    expect(desk().acting.size).toBe(0)
  })

  test('is not taken from a customer who owes none', async () => {
    const { actions, news } = quiet()
    await actions.takeCash(asha)
    expect(news()).toEqual([])
  })

  test('that is no longer owed is told as such', async () => {
    const told = async (error: unknown) => {
      const { actions, desk, news } = quiet({ takeCash: failing(error) })
      await actions.takeCash(owing)
      expect(desk().acting.size).toBe(0)
      return news().slice(2)
    }
    expect(await told(failure('ticket_lapsed'))).toEqual(['say cash too late', 'read table'])
    expect(await told(failure('offline', 0))).toEqual(['say action failed', 'read table'])
  })
})

test('a customer who was chosen is on the card', () => {
  const { actions, desk } = quiet()
  actions.choose('2')
  expect(desk().chosen).toBe('2')
})

import { useQueryClient } from '@tanstack/react-query'
import { useContext, useMemo, useRef } from 'react'
import { rupees } from '../../../contract/money.ts'
import { DEFAULT_COUNTDOWN_SECONDS } from '../../../contract/queue.ts'
import { CallFailure } from '../../api/call.ts'
import { rememberPress } from '../../session/clicked-state.ts'
import { failureWords } from '../../session/failure-words.ts'
import { isLeavingPage } from '../../session/leaving.ts'
import { Words } from '../../session/words.ts'
import { forgetError, forgetNews, tell, tellError } from '../../ui/tell.tsx'
import { actOn, callTicket, type DeskAction, type StaffTicket, startCall, takeCash } from './api.ts'
import { withEntry } from './desk-log.ts'
import { type Desk, deskOf, including } from './desk-memory.ts'
import type { HeadStarts } from './table-state.ts'
import { tableKey, takeTicket } from './use-table.ts'

/** What staff can do at a desk. Each function is safe to press twice: what is under way already is not begun again. */
export interface DeskActions {
  /** Calls a ticket by its mobile number and, when the message is on its way, leads on. */
  call: (ticket: StaffTicket) => void
  /** Takes a call back whose message failed, and calls again. */
  callAgain: (ticket: StaffTicket) => void
  act: (ticket: StaffTicket, action: 'complete' | 'no_show') => void
  undo: (ticket: { id: string; number: number | null }) => void
  takeCash: (ticket: StaffTicket) => void
  choose: (ticketId: string) => void
}

type Mark = 'calling' | 'failed' | 'acting'

/** The actions of a shop's desk; they stay the same object, so that rows need not render again. `landed` runs after a call. */
export function useDeskActions(shopId: string, headStarts: HeadStarts, landed: () => void): DeskActions {
  const queries = useQueryClient()
  const { say, locale } = useContext(Words)
  const now = useRef({ headStarts, landed })
  now.current = { headStarts, landed }

  return useMemo(() => {
    const desk = deskOf(shopId)
    const mark = (kind: Mark, id: string, on: boolean) => desk.set((old: Desk) => ({ ...old, [kind]: including(old[kind], id, on) }))
    const take = (ticket: StaffTicket) => takeTicket(queries, now.current.headStarts, { ticket, gone: false, mine: true })
    const refresh = () => void queries.invalidateQueries({ queryKey: tableKey(shopId) })
    const close = say('closeMessage')
    const words = (error: unknown) => failureWords(say, locale, error)
    /** One message at a time: an undo that is offered is that of the last action. */
    const forgetLast = () => {
      forgetError('desk')
      forgetNews('desk')
    }
    /** What went wrong, and why where there is more to say than that. */
    const complain = (text: string, error: unknown) => {
      const reason = words(error)
      tellError('desk', { text, close, ...(reason !== say('somethingWentWrong') && { reason }) })
    }

    async function call(ticket: StaffTicket): Promise<void> {
      const { calling, failed } = desk.get()
      if (calling.has(ticket.id) || ticket.clicked) return
      if (ticket.mobile.trim() === '') return tellError('desk', { text: say('numberMissing'), close })
      const again = failed.has(ticket.id)
      forgetLast()
      mark('failed', ticket.id, false)
      mark('calling', ticket.id, true)
      rememberPress(ticket.id, true)
      try {
        const answer = await callTicket(ticket)
        take(answer.ticket)
        const duration = answer.ticket.duration ?? DEFAULT_COUNTDOWN_SECONDS
        // The call has started the countdown already; this only asks for the same one, so nothing is lost without an answer.
        await startCall({ mobile: ticket.mobile, shopId, duration }).catch((error: unknown) => console.info('start-countdown', error))
        if (answer.alreadyCalled && !again)
          return tell({ topic: 'desk', text: say('alreadyCalled', { number: shown(answer.ticket) }), close })
        tell({
          topic: 'desk',
          text: say('messageSent'),
          more: say('tokenIs', { number: shown(answer.ticket) }),
          close,
          act: { label: say('undo'), key: 'U', run: () => void act(answer.ticket, 'undo') },
        })
        now.current.landed()
      } catch (error) {
        // A reload breaks the call off, but it may have arrived: the press is remembered until the next list says so.
        if (isLeavingPage()) return
        console.info('send-message', error)
        rememberPress(ticket.id, false)
        mark('failed', ticket.id, true)
        const refused = error instanceof CallFailure && error.status > 0 && error.code !== 'unreadable'
        complain(refused ? say('sendFailed') : say('sendBroken'), error)
        if (refused) refresh()
      } finally {
        mark('calling', ticket.id, false)
      }
    }

    async function act(ticket: { id: string; number: number | null }, action: DeskAction): Promise<boolean> {
      if (desk.get().acting.has(ticket.id)) return false
      forgetLast()
      mark('acting', ticket.id, true)
      try {
        const after = await actOn(ticket.id, action)
        take(after)
        if (action === 'undo') {
          rememberPress(ticket.id, after.clicked)
          tell({ topic: 'desk', text: say('undone', { number: shown(after) }), close })
        }
        return true
      } catch (error) {
        console.info(action, error)
        complain(say('actionFailed'), error)
        if (error instanceof CallFailure && error.code === 'nothing_to_undo') {
          desk.set((old) => ({ ...old, log: { ...old.log, undoable: { ...old.log.undoable, [ticket.id]: null } } }))
        }
        refresh()
        return false
      } finally {
        mark('acting', ticket.id, false)
      }
    }

    async function cash(ticket: StaffTicket): Promise<void> {
      const { cashPaymentId, dueAmountPaise } = ticket
      if (cashPaymentId === null || desk.get().acting.has(ticket.id)) return
      forgetLast()
      mark('acting', ticket.id, true)
      try {
        const number = await takeCash(cashPaymentId)
        desk.set((old) => ({ ...old, log: withEntry(old.log, 'pay', { ...ticket, number, undoable: null }, true, Date.now()) }))
        tell({ topic: 'desk', text: say('cashTaken', { amount: rupees(dueAmountPaise ?? 0), number }), close })
        refresh()
      } catch (error) {
        console.info('cash', error)
        // Gone, paid online or lapsed in the moment of the press: the money is in a hand already.
        const tooLate = error instanceof CallFailure && error.status === 409
        if (tooLate) tellError('desk', { text: say('cashTooLate', { name: ticket.name }), close })
        else complain(say('actionFailed'), error)
        refresh()
      } finally {
        mark('acting', ticket.id, false)
      }
    }

    return {
      call: (ticket) => void call(ticket),
      callAgain: async (ticket) => {
        if (await act(ticket, 'undo')) await call({ ...ticket, clicked: false })
      },
      act: (ticket, action) => void act(ticket, action),
      undo: (ticket) => void act(ticket, 'undo'),
      takeCash: (ticket) => void cash(ticket),
      choose: (ticketId) => desk.set((old) => ({ ...old, chosen: ticketId })),
    }
  }, [shopId, queries, say, locale])
}

const shown = (ticket: { number: number | null }) => ticket.number ?? '–'

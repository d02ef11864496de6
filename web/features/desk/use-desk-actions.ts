import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { DEFAULT_COUNTDOWN_SECONDS } from '#contract/queue/queue.ts'
import { staleAfter } from '#web/data/live.ts'
import { takeCash } from '#web/data/payments.ts'
import { readAgain } from '#web/data/query.ts'
import { actOn, callTicket, type DeskAction, type StaffTicket, startCall, tableKey } from '#web/data/queue.ts'
import { rememberPress } from './clicked-state.ts'
import type { Act, DeskEvent, Effect, Numbered, Press, PressedCall, SentCall } from './desk-events.ts'
import { deskOf } from './desk-memory.ts'
import { forgetSaid, tellSaid } from './desk-says.ts'
import { deskAfter } from './desk-state.ts'
import { takeTicket } from './use-table.ts'

let leaving = false
window.addEventListener('beforeunload', () => {
  leaving = true
})
window.addEventListener('pageshow', () => {
  leaving = false
})

/** True while the page is being left or reloaded. Calls that break off then may have reached the server. */
const isLeavingPage = (): boolean => leaving

/** The actions of staff at a desk. Each is safe to press twice: an action in flight does not start again. */
export interface DeskActions {
  /** Calls a ticket by its mobile number. When the message is on its way, `landed` runs. */
  call: (ticket: StaffTicket) => void
  /** Undoes a call whose message failed, and calls again. */
  callAgain: (ticket: StaffTicket) => void
  act: (ticket: Numbered, action: Exclude<DeskAction, 'undo'>) => void
  /** Marks the customer as served, then calls the next one. */
  serveAndCall: (ticket: StaffTicket, next: StaffTicket) => void
  undo: (ticket: Numbered) => void
  takeCash: (ticket: StaffTicket) => void
  /** Shows this customer on the card of a desk without a counter. */
  choose: (ticketId: string) => void
}

/** The actions of a shop's desk. The object stays the same, so that rows need not render again. */
export function useDeskActions(shopId: string, deskNow: Press): DeskActions {
  const queries = useQueryClient()
  const now = useRef(deskNow)
  now.current = deskNow

  return useMemo(() => {
    const memory = deskOf(shopId)

    /** Decides what an event does (`desk-state.ts`) and does it. */
    function tellDesk(event: DeskEvent): void {
      const { desk, effects } = deskAfter(memory.get(), event)
      memory.set(() => desk)
      effects.forEach(perform)
    }

    function perform(effect: Effect): void {
      switch (effect.do) {
        case 'send call':
          void sendCall(effect.sent)
          break
        case 'send act':
          void sendAct(effect.act)
          break
        case 'send cash':
          void sendCash(effect.ticket, effect.paymentId)
          break
        case 'take ticket':
          takeTicket(queries, { ticket: effect.ticket, gone: false, mine: true })
          break
        case 'remember press':
          rememberPress(effect.ticketId, effect.pressed)
          break
        case 'read again':
          void readAgain(queries, effect.what === 'desk' ? staleAfter.desk(shopId) : [tableKey(shopId)])
          break
        case 'forget message':
          forgetSaid()
          break
        case 'say':
          tellSaid(effect.said, undo)
          break
        case 'land':
          effect.press.landed()
          break
      }
    }

    async function sendCall(sent: SentCall): Promise<void> {
      try {
        const { ticket: answer, alreadyCalled } = await callTicket(sent.ticket, sent.press.counterId)
        tellDesk({ happened: 'call answered', sent, answer })
        const duration = answer.duration ?? DEFAULT_COUNTDOWN_SECONDS
        // The call has already started the countdown. This request only asks for the same one, so it may fail.
        const { mobile } = sent.ticket
        await startCall({ mobile, shopId, duration }).catch((error: unknown) => console.info('start-countdown', error))
        tellDesk({ happened: 'call finished', sent, answer, alreadyCalled })
      } catch (error) {
        const leaving = isLeavingPage()
        if (!leaving) console.info('send-message', error)
        tellDesk({ happened: 'call failed', sent, error, leaving })
      }
    }

    async function sendAct(act: Act): Promise<void> {
      try {
        const answer = await actOn(act.ticket.id, act.action, press().counterId)
        // The counter may have changed since the press: the call that follows goes by what is true now.
        const then = act.then && { ...act.then, press: act.action === 'complete' ? { ...press(), busyWith: null } : press() }
        tellDesk({ happened: 'act answered', act: { ...act, then }, answer })
      } catch (error) {
        console.info(act.action, error)
        tellDesk({ happened: 'act failed', act, error })
      }
    }

    async function sendCash(ticket: StaffTicket, paymentId: string): Promise<void> {
      try {
        const number = await takeCash(paymentId)
        tellDesk({ happened: 'cash answered', ticket, number, at: Date.now() })
      } catch (error) {
        console.info('cash', error)
        tellDesk({ happened: 'cash failed', ticket, error })
      }
    }

    const press = (): Press => now.current
    const act = (ticket: Numbered, action: DeskAction, then: PressedCall | null = null) =>
      tellDesk({ happened: 'act pressed', ticket, action, press: press(), then })
    const undo = (ticket: Numbered) => act(ticket, 'undo')
    return {
      call: (ticket) => tellDesk({ happened: 'call pressed', ticket, press: press() }),
      callAgain: (ticket) => act(ticket, 'undo', { ticket: { ...ticket, clicked: false }, press: press() }),
      act,
      // The counter is free when the customer is served, even if the screen has not rendered this yet.
      serveAndCall: (ticket, next) => act(ticket, 'complete', { ticket: next, press: { ...press(), busyWith: null } }),
      undo,
      takeCash: (ticket) => tellDesk({ happened: 'cash pressed', ticket }),
      choose: (ticketId) => tellDesk({ happened: 'chosen', ticketId }),
    }
  }, [shopId, queries])
}

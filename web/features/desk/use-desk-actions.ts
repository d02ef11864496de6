import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { staleAfter } from '#web/data/live.ts'
import { takeCash } from '#web/data/payments.ts'
import { readAgain } from '#web/data/query.ts'
import { actOn, callTicket, startCall, tableKey } from '#web/data/queue.ts'
import { rememberPress } from './clicked-state.ts'
import { type DeskActions, deskActions, type Press } from './desk-actions.ts'
import { deskOf } from './desk-memory.ts'
import { forgetSaid, tellSaid } from './desk-says.ts'
import { takeTicket } from './use-table.ts'

let leaving = false
window.addEventListener('beforeunload', () => {
  leaving = true
})
window.addEventListener('pageshow', () => {
  leaving = false
})

/** The actions of a shop's desk. The object stays the same, so that rows need not render again. */
export function useDeskActions(shopId: string, deskNow: Press): DeskActions {
  const queries = useQueryClient()
  const now = useRef(deskNow)
  now.current = deskNow

  return useMemo(() => {
    const actions: DeskActions = deskActions(shopId, deskOf(shopId), {
      ...{ callTicket, startCall, actOn, takeCash, rememberPress, forgetSaid },
      press: () => now.current,
      takeTicket: (ticket) => takeTicket(queries, { ticket, gone: false, mine: true }),
      readAgain: (what) => void readAgain(queries, what === 'desk' ? staleAfter.desk(shopId) : [tableKey(shopId)]),
      say: (said) => tellSaid(said, actions.undo),
      isLeavingPage: () => leaving,
    })
    return actions
  }, [shopId, queries])
}

import { useRef, useState } from 'react'
import type { GatewayName } from '../../../contract/payments.ts'
import { confirmOrder, orderPayment } from '../../features/payments/shopper-payment-api.ts'
import { rememberToken } from '../../session/shopper.ts'
import { codeOf, sentenceOf } from '../failures.ts'
import { useJourney } from '../journey-context.ts'

export interface Booking {
  busy: boolean
  problem: string | null
  /** Orders, pays and confirms; on success the token screen comes. Pressed twice, or after a lost answer, it charges once. */
  book: (choice: { slotId: string | null; gateway: GatewayName | null }) => void
}

/** The story of the payment: order → the gateway's time → confirm → token. The server's state decides, not this screen's memory. */
export function useBooking(): Booking {
  const journey = useJourney()
  const { say, world } = journey
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef(false)

  const story = async (ticketId: string, choice: Parameters<Booking['book']>[0]) => {
    const order = await orderPayment({ ticketId, ...choice })
    if (order.gateway === 'cash') {
      await journey.refreshPass()
      journey.go('token', { replace: true })
      return
    }
    await new Promise((done) => setTimeout(done, order.processingMs))
    const { tokenNumber } = await confirmOrder(order.payment.id)
    if (world.shopId !== null) rememberToken(world.shopId, tokenNumber)
    await journey.refreshPass()
    journey.go('token', { replace: true })
  }

  return {
    busy,
    problem,
    book: (choice) => {
      const ticketId = world.pass?.id
      if (running.current || ticketId === undefined) return
      running.current = true
      setBusy(true)
      setProblem(null)
      story(ticketId, choice)
        .catch(async (failure: unknown) => {
          setProblem(sentenceOf(failure, say))
          const code = codeOf(failure)
          if (code === 'not_verified' || code === 'ticket_not_found') {
            // The cookie has ended, or the ticket is not this person's: the way is through the verification.
            journey.forgetPass()
            journey.alert(sentenceOf(failure, say), 'bad')
            journey.go('information', { replace: true })
            return
          }
          // Paid by a lost answer, lapsed, or moved on: the ticket itself says which, and the journey goes to its screen.
          if (code !== 'offline') await journey.refreshPass().catch(() => undefined)
        })
        .finally(() => {
          running.current = false
          setBusy(false)
        })
    },
  }
}

import { useRef, useState } from 'react'
import type { GatewayName } from '#contract/payments/payments.ts'
import { confirmOrder, orderPayment } from '#web/data/shopper/payments.ts'
import { rememberToken } from '#web/session/shopper.ts'
import { codeOf, sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'

export interface Booking {
  busy: boolean
  problem: string | null
  /** Orders, pays and confirms; on success it shows the token screen. Pressed twice, or after a lost answer, it charges once. */
  book: (choice: { slotId: string | null; gateway: GatewayName | null }) => void
}

/** The steps of a payment: order → the gateway's time → confirm → token. The server's state decides, not this screen's memory. */
export function useBooking(): Booking {
  const journey = useJourney()
  const { world } = journey
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
          const sentence = await sentenceOf(failure, journey)
          setProblem(sentence)
          const code = codeOf(failure)
          if (code === 'not_verified' || code === 'ticket_not_found') {
            // The cookie has expired, or the ticket is not this shopper's: the shopper must verify the mobile again.
            journey.forgetPass()
            journey.alert(sentence, 'bad')
            journey.go('information', { replace: true })
            return
          }
          // Do not wait for the event of the pause: read the shop, so that the page says until when it is paused.
          if (code === 'shop_paused') journey.refreshShop()
          // The answer of a payment was lost, the order lapsed, or the ticket changed. The ticket itself says which, and its screen is
          // shown.
          if (code !== 'offline') await journey.refreshPass().catch(() => undefined)
        })
        .finally(() => {
          running.current = false
          setBusy(false)
        })
    },
  }
}

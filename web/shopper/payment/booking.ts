import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type GatewayName, isVendor } from '#contract/payments/payments.ts'
import { CallFailure } from '#web/api/call.ts'
import { checkOrder, confirmOrder, type OpenOrder, orderPayment, type VendorOrder } from '#web/data/shopper/payments.ts'
import { rememberToken } from '#web/session/shopper.ts'
import { codeOf, sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { isBegun } from './paying/begun.ts'
import type { PayingStart } from './paying/props.ts'
import { unopened } from './paying/rules.ts'

/** `slotId` is null for now, and absent if the ticket keeps what it has. */
export interface Choice {
  slotId?: string | null
  gateway: GatewayName | null
  /** The price that the screen shows. */
  seenPaise: number
}

export interface Booking {
  busy: boolean
  problem: string | null
  /** The payment at a vendor that takes over the screen. */
  paying: (PayingStart & { choice: Choice }) | null
  /** Orders, pays and confirms; on success it shows the token screen. Pressed twice, or after a lost answer, it charges once. */
  book: (choice: Choice) => void
  /** Opens the order at a vendor, or returns the open one, for a payment that is under way here. */
  reorder: () => Promise<VendorOrder>
  /** Goes back to the choice of how to pay, with what went wrong. */
  leavePaying: (problem: string | null) => void
}

const atVendor = (order: OpenOrder): order is VendorOrder => 'scriptUrl' in order.checkout

/** Order → the gateway's time or the vendor's page → confirm → token. The server's state decides, not this screen's memory. */
export function useBooking(): Booking {
  const journey = useJourney()
  const { world, late } = journey
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [paying, setPaying] = useState<Booking['paying']>(null)
  const running = useRef(false)
  const opened = world.pass?.payment?.state === 'created' ? world.pass.payment : null

  const order = async (ticketId: string, choice: Choice) => {
    try {
      return await orderPayment({ ticketId, ...choice })
    } catch (failure) {
      // Do not wait for the event: read the shop, so that the page shows the new price, or until when the shop is paused.
      const code = codeOf(failure)
      if (code === 'price_changed' || code === 'shop_paused') journey.refreshShop()
      throw failure
    }
  }

  const story = async (ticketId: string, choice: Choice) => {
    const isOnline = choice.gateway !== null && isVendor(choice.gateway)
    if (isOnline) {
      await late.load('paying').catch((failure: unknown) => {
        console.info('paying', failure)
        throw new CallFailure({ code: 'offline', message: 'There is no connection.', offline: true })
      })
      // This payment was begun in another tab, or before this page was loaded. Asking comes first.
      if (opened?.gateway === choice.gateway && isBegun(opened.id)) return setPaying({ paymentId: opened.id, order: null, choice })
    }
    let made: OpenOrder
    try {
      made = await order(ticketId, choice)
    } catch (failure) {
      const step = isOnline ? unopened(codeOf(failure)) : null
      if (step === null) throw failure
      return setPaying({ paymentId: '', order: null, unopened: step, choice })
    }
    if (atVendor(made)) return setPaying({ paymentId: made.payment.id, order: made, choice })
    if (made.checkout.gateway === 'cash') {
      await journey.refreshPass()
      journey.go('token', { replace: true })
      return
    }
    await new Promise((done) => setTimeout(done, ('processingMs' in made.checkout && made.checkout.processingMs) || 0))
    const confirmed = await confirmOrder(made.payment.id)
    if (world.shopId !== null && confirmed !== null) rememberToken(world.shopId, confirmed.tokenNumber)
    await journey.refreshPass()
    journey.go('token', { replace: true })
  }

  // The page was ended while the UPI app was open, or loaded again: it goes on with the question. This phone may remember nothing, or that
  // the vendor's page was closed, and the shopper may have paid there after all: then the server is asked first.
  const goOn = useEffectEvent(async () => {
    if (opened === null || !isVendor(opened.gateway)) return
    const { id: paymentId, gateway, amountPaise: seenPaise } = opened
    if (!isBegun(paymentId)) {
      const { payment, underWay } = await checkOrder(paymentId)
      if (payment.state !== 'created') return journey.refreshPass()
      // Null: the vendor was asked a moment ago, so it is not known yet.
      if (underWay === false) return
    }
    await late.load('paying')
    setPaying((held) => held ?? { paymentId, order: null, choice: { gateway, seenPaise } })
  })
  // Only when the page is shown. Later, a press asks.
  useEffect(() => {
    goOn().catch(() => undefined)
  }, [])

  return {
    busy,
    problem,
    paying,
    reorder: async () => {
      if (paying === null) throw new Error('a payment must be open before it can go on')
      const made = await order(world.pass?.id ?? '', paying.choice)
      if (!atVendor(made)) throw new Error('the order is not at a vendor')
      return made
    },
    leavePaying: (text) => {
      setProblem(text)
      setPaying(null)
    },
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
          setPaying(null)
          const code = codeOf(failure)
          if (code === 'not_verified' || code === 'ticket_not_found') {
            // The cookie has expired, or the ticket is not this shopper's: the shopper must verify the mobile again.
            journey.forgetPass()
            journey.alert(sentence, 'bad')
            journey.go('information', { replace: true })
            return
          }
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

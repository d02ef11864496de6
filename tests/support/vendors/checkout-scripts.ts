/** Each function runs in the browser. It is sent as text, so it uses nothing from outside itself. */

interface RazorpayOptions {
  key: string
  order_id: string
  redirect?: boolean
  callback_url?: string
  handler?: (claim: object) => void
  modal?: { ondismiss?: () => void }
}

/** `checkout.js`: a frame over the page, or a form to its own page if `redirect` is set. */
export function razorpayScript(home: string): void {
  class Razorpay {
    readonly #options: RazorpayOptions
    readonly #heard = new Map<string, ((told: object) => void)[]>()
    #box: HTMLElement | null = null

    constructor(options: RazorpayOptions) {
      if (!options.key || !options.order_id) throw new Error('No key passed')
      this.#options = options
    }

    on(name: string, listener: (told: object) => void) {
      this.#heard.set(name, [...(this.#heard.get(name) ?? []), listener])
    }

    open() {
      const { order_id: order, callback_url: back = '', redirect } = this.#options
      void fetch(`${home}/opened`, { method: 'POST', body: JSON.stringify(this.#options) })
      if (redirect) {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = `${home}/hosted`
        for (const [name, value] of Object.entries({ vendor: 'razorpay', order, back })) {
          const input = document.createElement('input')
          Object.assign(input, { type: 'hidden', name, value })
          form.append(input)
        }
        document.body.append(form)
        form.submit()
        return
      }
      const frame = document.createElement('iframe')
      frame.src = `${home}/frame?vendor=razorpay&order=${order}`
      // As the real script does: with a style attribute.
      frame.setAttribute('style', 'width:100%;height:100%;border:0;display:block')
      frame.className = 'razorpay-checkout-frame'
      this.#box = document.createElement('div')
      this.#box.className = 'razorpay-container'
      Object.assign(this.#box.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: '#0008' })
      this.#box.append(frame)
      document.body.append(this.#box)
      addEventListener('message', ({ origin, data }) => {
        if (origin !== home || this.#box === null) return
        if (data.failed) for (const listener of this.#heard.get('payment.failed') ?? []) listener(data.failed)
        if (data.paid || data.closed) this.close()
        if (data.paid) this.#options.handler?.(data.paid)
        if (data.closed) this.#options.modal?.ondismiss?.()
      })
    }

    close() {
      this.#box?.remove()
      this.#box = null
    }
  }
  Object.assign(window, { Razorpay })
}

/** Version 3 of Cashfree's script. */
export function cashfreeScript(home: string): void {
  interface Asked {
    paymentSessionId: string
    redirectTarget?: string
    returnUrl?: string
  }
  const make = ({ mode }: { mode: string }) => ({
    checkout: ({ paymentSessionId, redirectTarget = '_self', returnUrl = '' }: Asked): Promise<object> => {
      if (mode !== 'sandbox' && mode !== 'production') throw new Error('mode must be sandbox or production')
      const order = paymentSessionId.replace(/^session_/, '')
      void fetch(`${home}/opened`, { method: 'POST', body: JSON.stringify({ mode, paymentSessionId, redirectTarget, returnUrl }) })
      if (redirectTarget !== '_modal') {
        location.href = `${home}/hosted?${new URLSearchParams({ vendor: 'cashfree', order, back: returnUrl })}`
        return Promise.resolve({ redirect: true })
      }
      const frame = document.createElement('iframe')
      frame.src = `${home}/frame?vendor=cashfree&order=${order}`
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647' })
      document.body.append(frame)
      return new Promise((resolve) => {
        let failed: object | null = null
        addEventListener('message', ({ origin, data }) => {
          if (origin !== home) return
          if (data.failed) failed = data.failed
          if (data.paid || data.closed) frame.remove()
          if (data.paid) resolve({ paymentDetails: { paymentMessage: 'Payment finished. Check status.' } })
          if (data.closed) resolve(failed ?? { error: { code: 'payment_aborted', message: 'The customer closed the page' } })
        })
      })
    },
  })
  Object.assign(window, { Cashfree: make })
}

/**
 * The page in the frame: its buttons act at the vendor, and tell the page around it. It runs before there are buttons: a press on one
 * without a listener would be lost.
 */
export function frameScript(): void {
  document.addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    target.disabled = true
    const press = target.textContent ?? ''
    const query = new URLSearchParams(location.search)
    query.set('press', press)
    const told = press === 'Close' ? { closed: true } : await (await fetch(`/press?${query}`)).json()
    parent.postMessage(told, '*')
  })
}

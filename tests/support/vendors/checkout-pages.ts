import { createServer, type ServerResponse } from 'node:http'
import type { Cashfree } from './cashfree.ts'
import { cashfreeScript, frameScript, razorpayScript } from './checkout-scripts.ts'
import type { Razorpay } from './razorpay.ts'

/** What a page gave to a vendor's script, as JSON: functions are absent. */
export type OpenedCheckout = Record<string, unknown>

export interface CheckoutPages {
  url: string
  /** Every checkout that a page opened, the newest last. */
  opened: OpenedCheckout[]
  /** From now on the scripts are missing, as for a person whose network or extension blocks them. */
  isBlocked: boolean
  close(): Promise<void>
}

const presses = ['Pay', 'Pay, the bank decides later', 'Choose an app and wait', 'Let the bank refuse'] as const

/**
 * The scripts of both checkouts speak the real interface (`new Razorpay(options)`, `Cashfree({ mode }).checkout`), in a frame and by
 * redirects. What people press there reaches the doubles of the APIs.
 */
export async function openCheckoutPages(vendors: { razorpay: Razorpay; cashfree: Cashfree }, port = 0): Promise<CheckoutPages> {
  const opened: OpenedCheckout[] = []
  const settings = { isBlocked: false }
  let url = ''
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://vendor')
    if (settings.isBlocked) return send(response, 404, 'text/plain', 'gone')
    if (path === '/razorpay.js') return send(response, 200, 'text/javascript', `(${razorpayScript})(${JSON.stringify(url)})`)
    if (path === '/cashfree.js') return send(response, 200, 'text/javascript', `(${cashfreeScript})(${JSON.stringify(url)})`)
    if (path === '/opened') {
      opened.push(JSON.parse(text))
      return send(response, 200, 'text/plain', 'ok')
    }
    if (path === '/frame') return send(response, 200, 'text/html', framePage())
    if (path === '/press') return send(response, 200, 'application/json', JSON.stringify(press(query)))
    // Razorpay's page gets a form, Cashfree's an address.
    if (path === '/hosted')
      return send(response, 200, 'text/html', hostedPage(request.method === 'POST' ? new URLSearchParams(text) : query))
    if (path === '/left') return leave(response, query)
    return send(response, 404, 'text/plain', 'not found')
  })

  /** Returns what the vendor's page gives to ours. */
  function press(query: URLSearchParams): object {
    const [order, what] = [query.get('order') ?? '', query.get('press') ?? '']
    const vendor = query.get('vendor') === 'cashfree' ? vendors.cashfree : vendors.razorpay
    if (what === 'Let the bank refuse') {
      if (vendor === vendors.razorpay) vendors.razorpay.fail(order)
      return { failed: { error: { code: 'BAD_REQUEST_ERROR', reason: 'payment_declined', description: 'The bank declined it' } } }
    }
    const claim = vendor.pay(order)
    if (what === 'Pay') vendor.decide()
    return what === 'Choose an app and wait' ? {} : { paid: claim }
  }

  /** Sends the browser back as the vendor does: Razorpay with a form, Cashfree with an address. */
  function leave(response: ServerResponse, query: URLSearchParams): void {
    const back = query.get('back') ?? ''
    const told = press(query) as { paid?: Record<string, string>; failed?: { error: Record<string, string> } }
    if (query.get('vendor') === 'cashfree') {
      response.writeHead(303, { location: back }).end()
      return
    }
    const failed = Object.entries(told.failed?.error ?? {}).map(([name, value]) => [`error[${name}]`, value] as const)
    const fields = told.paid ? Object.entries(told.paid) : failed
    const inputs = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('')
    const submit = '<script>document.forms[0].submit()</script>'
    send(response, 200, 'text/html', `<form method="post" action="${back}">${inputs}</form>${submit}`)
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the checkout does not listen on a port')
  url = `http://127.0.0.1:${bound.port}`
  return Object.assign(settings, {
    url,
    opened,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  response.end(body)
}

const icon = '<link rel="icon" href="data:,">'
const look = '<style>body{font:16px system-ui;display:grid;gap:12px;padding:24px;background:#fff}button,a{padding:12px}</style>'

const framePage = (): string =>
  `<!doctype html><title>Checkout</title>${icon}${look}<script>(${frameScript})()</script><h1>Pay here</h1>${[...presses, 'Close'].map((name) => `<button>${name}</button>`).join('')}`

/** The vendor's own page, for browsers that cannot show a frame. */
function hostedPage(fields: URLSearchParams): string {
  const [vendor, order, back] = [fields.get('vendor') ?? '', fields.get('order') ?? '', fields.get('back') ?? '']
  const link = (press: string) => `<a href="/left?${new URLSearchParams({ vendor, order, back, press })}">${press}</a>`
  return `<!doctype html><title>Checkout</title>${icon}${look}<h1>Pay here</h1>${presses.map(link).join('')}`
}

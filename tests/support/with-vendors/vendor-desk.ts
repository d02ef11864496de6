import { createServer } from 'node:http'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { HOUR, localDateOf, MINUTE } from '#contract/base/time.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import type { MovableClock } from '#tests/support/server/movable-clock.ts'
import type { Cashfree } from '#tests/support/vendors/cashfree.ts'
import type { Razorpay } from '#tests/support/vendors/razorpay.ts'
import type { Webhooks } from './webhooks.ts'

interface Act {
  name: string
  about: string
  run(): void
}

interface Parts {
  vendors: { razorpay: Razorpay; cashfree: Cashfree }
  webhooks: Webhooks
  clock: MovableClock
}

/** A developer is the bank and the clock on this page. It listens on this machine only. */
export async function openVendorDesk(parts: Parts, port: number): Promise<void> {
  const acts = actsOf(parts)
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const act = request.method === 'POST' && acts.get(new URLSearchParams(text).get('act') ?? '')
    if (act) {
      act.run()
      response.writeHead(303, { location: '/' }).end()
      return
    }
    response.writeHead(request.method === 'GET' && request.url === '/' ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'",
    })
    response.end(deskPage(parts, acts))
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

function actsOf({ vendors: { razorpay, cashfree }, webhooks, clock }: Parts): Map<string, Act> {
  const both = [razorpay, cashfree]
  return new Map<string, Act>([
    [
      'decide',
      {
        name: 'Decide now',
        about: 'The banks pay everything that is pending: payments of shoppers, and refunds.',
        run: () => both.forEach((vendor) => void vendor.decide()),
      },
    ],
    [
      'reject',
      {
        name: 'Refuse the refunds',
        about: 'The banks refuse the refunds that are pending.',
        run: () => both.forEach((vendor) => void vendor.rejectRefunds()),
      },
    ],
    [
      'pass',
      {
        name: 'Let 16 minutes pass',
        about: 'A place is held for 15 minutes, so each hold that is open now ends. The clock of the server goes forward.',
        run: () => clock.advance(16 * MINUTE),
      },
    ],
    [
      'hold',
      {
        name: 'Hold the webhooks back',
        about: 'They wait, and the server hears of money only by asking: 30 seconds, 2, 5, 15 and 18 minutes after the order.',
        run: () => Object.assign(webhooks, { isHeld: true }),
      },
    ],
    [
      'release',
      { name: 'Deliver the webhooks', about: 'The way it is at the start.', run: () => Object.assign(webhooks, { isHeld: false }) },
    ],
    [
      'settle',
      {
        name: 'Transfer the money',
        about:
          'The vendors keep their fees and transfer the rest to the mall. The clock goes 7 hours forward, so that the server reads the transfer within a minute.',
        run() {
          const day = localDateOf(clock.now(), 'Asia/Kolkata')
          for (const vendor of both) vendor.settle(day)
          clock.advance(7 * HOUR)
        },
      },
    ],
  ])
}

const look = `body{font:16px/1.5 system-ui;max-width:60rem;margin:0 auto;padding:16px;color-scheme:light dark}
form{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:8px 16px;align-items:center}button{font:inherit;padding:8px;cursor:pointer}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:4px 12px 4px 0;border-bottom:1px solid #8886;overflow-wrap:anywhere}
@media(max-width:40rem){form{grid-template-columns:1fr}}`

/** The desk: it loads again every five seconds. */
function deskPage({ vendors, webhooks, clock }: Parts, acts: ReadonlyMap<string, Act>): string {
  const buttons = [...acts].map(([act, { name, about }]) => `<button name="act" value="${act}">${name}</button><span>${about}</span>`)
  const names: readonly VendorName[] = ['razorpay', 'cashfree']
  const rowsOf = (part: 'payments' | 'refunds') =>
    names.flatMap((vendor) =>
      vendors[vendor]
        .books()
        [part].toReversed()
        .map(({ orderId, amountPaise, state }) => [vendor, orderId, rupeesAndPaise(amountPaise), state]),
    )
  const { waiting, delivered, isHeld } = webhooks
  const told = [...delivered, ...waiting]
    .toReversed()
    .map(({ vendor, kind, orderId, status }) => [vendor, orderId, kind, status ?? 'waits'])
  const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' }).format(clock.now())
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><link rel="icon" href="data:,"><title>The desk of the vendors</title><style>${look}</style>
<h1>The desk of the vendors</h1>
<p>Here you are the bank and the clock. Nothing here is real money. The server’s time is <b>${time}</b>. Webhooks are <b>${isHeld ? 'held back' : 'delivered'}</b>.</p>
<form method="post" action="/">${buttons.join('')}</form>
${table('Payments', ['vendor', 'order', 'amount', 'state'], rowsOf('payments'))}
${table('Refunds', ['vendor', 'order', 'amount', 'state'], rowsOf('refunds'))}
${table('Webhooks', ['vendor', 'order', 'event', 'answer of the server'], told)}`
}

function table(title: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>None so far.</p>`
  const cells = (name: string, row: readonly (string | number)[]) => row.map((cell) => `<${name}>${cell}</${name}>`).join('')
  return `<h2>${title}</h2><table><tr>${cells('th', head)}</tr>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</table>`
}

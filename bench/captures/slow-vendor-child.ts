// Razorpay in a process of its own, for benchmarks: it knows each order of `owing.ts` as paid, and answers after the milliseconds of its
// argument. It tells its port to its parent. A vendor's CPU is not ours, so this speaks as little HTTP as a client needs.
import { createServer, type Socket } from 'node:net'
import { PAISE, vendorOrderId } from './owing.ts'

const delayMs = Number(process.argv[2])
process.on('disconnect', () => process.exit(0))

const END = '\r\n\r\n'

function answerTo(line: string): string {
  const [, n] = /^GET \/v1\/payments\/pay_bench(\d+) /.exec(line) ?? []
  const [status, body] = n === undefined ? ['400 Bad Request', UNKNOWN] : ['200 OK', paymentOf(n)]
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}${END}${body}`
}

const UNKNOWN = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } })

/** All in ASCII, with the fields of Razorpay. */
const paymentOf = (n: string): string =>
  JSON.stringify({
    ...{ id: `pay_bench${n}`, entity: 'payment', amount: PAISE, currency: 'INR', status: 'captured', order_id: vendorOrderId(Number(n)) },
    ...{
      invoice_id: null,
      international: false,
      method: 'upi',
      amount_refunded: 0,
      refund_status: null,
      captured: true,
      description: null,
    },
    ...{ card_id: null, bank: null, wallet: null, vpa: 'asha@bank', email: 'asha@example.in', contact: '+919000000000', notes: [] },
    ...{ fee: 283, tax: 43, error_code: null, error_description: null, error_source: null, error_step: null, error_reason: null },
    ...{ acquirer_data: { rrn: '000000000000' }, created_at: 1 },
  })

function serve(socket: Socket): void {
  let text = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: string) => {
    text += part
    // Its requests are reads without a body, one at a time.
    if (!text.endsWith(END)) return
    const answer = answerTo(text)
    text = ''
    setTimeout(() => socket.write(answer, 'latin1'), delayMs)
  })
}

const server = createServer(serve)
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => process.send?.(server.address()))

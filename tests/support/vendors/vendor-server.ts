import { createServer } from 'node:http'

export interface VendorCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Null if there is none. */
  body: Record<string, unknown> | null
}

export interface VendorReply {
  status: number
  body: unknown
  headers?: Readonly<Record<string, string>>
}

/**
 * `cut`: the connection ends before anything happens. `lost`: the vendor does what it was asked, and its answer is lost. `broken`: it
 * fails. `busy`: it takes no more calls for a moment.
 */
type Fault = 'cut' | 'lost' | 'broken' | 'busy'

/** A vendor's books in the words of all vendors. Amounts are paise. */
export interface VendorBooks {
  payments: readonly { id: string; orderId: string; amountPaise: number; state: 'pending' | 'paid' | 'failed' | 'returned' }[]
  /** `id` is our name of the refund; null if someone made it on the vendor's own pages. */
  refunds: readonly { id: string | null; orderId: string; amountPaise: number; state: 'pending' | 'paid' | 'failed' }[]
}

export interface VendorServer {
  url: string
  /** The calls so far, as `GET /path`. */
  calls: string[]
  /** The next call whose `METHOD /path` begins with this text goes wrong. */
  misbehave(begin: string, fault: Fault): void
  /**
   * During the next call whose `METHOD /path` begins with this text, `happens`: before the vendor acts, or after it. Its answer is lost.
   */
  interrupt(begin: string, moment: 'before' | 'after', happens: () => Promise<void>): void
  /** From now on, refuses calls beyond these limits per minute of `now`; each is for calls whose `METHOD /path` fits. */
  limit(limits: readonly { calls: RegExp; perMinute: number }[], now: () => Date): void
  refusedCalls(): number
  /** No further call goes wrong. */
  behave(): void
  /** From now on, refuses calls beyond this many; null for no limit. */
  allow(calls: number | null): void
  close(): Promise<void>
}

/** Listens on a free port unless one is named. `busy` is the vendor’s own answer to too many calls. */
export async function openVendorServer(busy: VendorReply, answer: (call: VendorCall) => VendorReply, port = 0): Promise<VendorServer> {
  const calls: string[] = []
  const faults: { begin: string; fault: Fault }[] = []
  const interruptions: { begin: string; moment: 'before' | 'after'; happens: () => Promise<void> }[] = []
  let left: number | null = null
  let limits: { calls: RegExp; perMinute: number; taken: number[] }[] = []
  let clock = () => new Date()
  let refused = 0
  /** True if the call is beyond a limit of the last minute. */
  const isBeyond = (name: string) => {
    const now = clock().getTime()
    const own = limits.filter(({ calls }) => calls.test(name))
    for (const limit of own) limit.taken = limit.taken.filter((at) => now - at < 60_000)
    const isTooMany = own.some(({ taken, perMinute }) => taken.length >= perMinute)
    if (isTooMany) refused += 1
    else for (const { taken } of own) taken.push(now)
    return isTooMany
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://vendor')
    const method = request.method ?? ''
    const name = `${method} ${path}`
    calls.push(name)
    const at = faults.findIndex(({ begin }) => name.startsWith(begin))
    const fault = at < 0 ? null : faults.splice(at, 1)[0]?.fault
    const due = interruptions.findIndex(({ begin }) => name.startsWith(begin))
    const interruption = due < 0 ? null : interruptions.splice(due, 1)[0]
    if (interruption?.moment === 'before') await interruption.happens()
    if (fault === 'cut' || interruption?.moment === 'before') return request.socket.destroy()
    const isBusy = fault === 'busy' || left === 0 || isBeyond(name)
    if (left !== null && left > 0) left -= 1
    const reply = isBusy
      ? busy
      : fault === 'broken'
        ? { status: 500, body: { error: 'broken' } }
        : answer({ method, path, query, headers: request.headers, body: text === '' ? null : JSON.parse(text) })
    await interruption?.happens()
    if (fault === 'lost' || interruption) return request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json', ...('headers' in reply ? reply.headers : {}) })
    response.end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the vendor does not listen on a port')
  return {
    url: `http://127.0.0.1:${bound.port}`,
    calls,
    misbehave: (begin, fault) => void faults.push({ begin, fault }),
    interrupt: (begin, moment, happens) => void interruptions.push({ begin, moment, happens }),
    limit(given, now) {
      limits = given.map((one) => ({ ...one, taken: [] }))
      clock = now
    },
    refusedCalls: () => refused,
    behave: () => void faults.splice(0),
    allow(most) {
      left = most
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { VendorBusy } from '#server/payments/gateway.ts'
import { askOverHttp, type HttpAnswer } from './vendor-http.ts'

/** The pause before a read is tried again, in ms on average. */
const PAUSE_MS = 300
/** How long to wait if the vendor does not say it, in seconds. */
const BUSY_SECONDS = 2
/** The longest that we believe a vendor, in seconds. */
const LONGEST_BUSY_SECONDS = 300

export interface Vendor {
  name: string
  /** The address of its API, without a slash at the end. */
  url: string
}

interface Asked {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Readonly<Record<string, string>>
  body?: unknown
}

/** The answer of a vendor: 2xx, or a refusal in its own words. */
export interface VendorAnswer {
  status: number
  ok: boolean
  body: unknown
}

/**
 * Calls a vendor. Throws if it did not answer within five seconds, or failed: the outcome of a write is then unknown. A read is tried once
 * more. Throws `VendorBusy` for 429. The message of an error has no key and nothing of the body.
 */
export async function askVendor(vendor: Vendor, asked: Asked): Promise<VendorAnswer> {
  try {
    return await askOnce(vendor, asked)
  } catch (error) {
    if (asked.method !== 'GET' || error instanceof VendorBusy) throw error
    await pause(PAUSE_MS * (0.5 + Math.random()))
    return askOnce(vendor, asked)
  }
}

async function askOnce({ name, url }: Vendor, { method, path, headers, body }: Asked): Promise<VendorAnswer> {
  const call = `${method} ${path.split('?')[0]} of ${name}`
  const ours = {
    accept: 'application/json',
    'user-agent': 'red-carpet',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const asked = { method, headers: { ...ours, ...headers }, body: body === undefined ? undefined : JSON.stringify(body) }
  const { status, headers: told, text } = await askOverHttp(call, url + path, asked)
  if (status === 429) throw new VendorBusy(name, busySeconds(told))
  if (status >= 500 || (status >= 300 && status < 400)) throw new Error(`${call} answered ${status}`)
  try {
    return { status, ok: status >= 200 && status < 300, body: readVendorJson(text) }
  } catch {
    throw new Error(`${call} answered ${status} with something that is not JSON`)
  }
}

function busySeconds(headers: HttpAnswer['headers']): number {
  const told = Number(headers['x-ratelimit-retry'] ?? headers['retry-after'] ?? BUSY_SECONDS)
  return Number.isFinite(told) ? Math.min(LONGEST_BUSY_SECONDS, Math.max(1, told)) : BUSY_SECONDS
}

/** Ids of payments may be numbers beyond 2⁵³, which would lose digits: they become texts. */
const readVendorJson = (text: string): unknown =>
  JSON.parse(text.includes('"cf_payment_id"') ? text.replace(/("cf_payment_id"\s*:\s*)(\d+)/g, '$1"$2"') : text)

/** Null if the bytes are not JSON. */
export function readVendorBytes(raw: Uint8Array): unknown {
  try {
    return readVendorJson(Buffer.from(raw).toString())
  } catch {
    return null
  }
}

/** The reader throws with the vendor's reason for a refusal, and for an answer of another shape. */
export const answerReader =
  (vendor: string, reasonOf: (answer: VendorAnswer) => string) =>
  <T extends z.ZodType>(shape: T, answer: VendorAnswer): z.output<T> => {
    if (!answer.ok) throw new Error(reasonOf(answer))
    const told = shape.safeParse(answer.body)
    if (!told.success) throw new Error(`the answer of ${vendor} has another shape`)
    return told.data
  }

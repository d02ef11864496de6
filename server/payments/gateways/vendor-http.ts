import type { IncomingHttpHeaders } from 'node:http'
import { SECOND } from '#contract/base/time.ts'
import { lazily } from '#server/kit/lazily.ts'

/** How long one call may take until its answer is read, in ms. */
const ANSWER_MS = 5 * SECOND
/** How long an unused connection stays open, in ms, unless the vendor announces a shorter time: as long as those of `fetch`. */
const KEEP_MS = 4 * SECOND
/** The longest answer that is read, in bytes. The lines of a thousand settled payments are about a million. */
const MOST_BYTES = 16_000_000

/** The kept connections to all vendors. The package takes 14 MB of memory, so a node without vendors does not load it. */
const connections = lazily(async () => {
  // The package makes its own agent that of every `fetch`, unless Node's is there already: reading `Headers` loads that.
  void Headers
  const { Agent } = await import('undici')
  // `ANSWER_MS` is the one limit of time. HTTP/2 would put all calls to a vendor on one connection, which ends them all if it is lost.
  return new Agent({
    allowH2: false,
    connect: { timeout: ANSWER_MS },
    keepAliveTimeout: KEEP_MS,
    keepAliveMaxTimeout: KEEP_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MOST_BYTES,
  })
})

/** The names of the headers are in lower case. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Follows no redirect. Throws if the answer is too long, or not complete within five seconds. The message of the error begins with `call`
 * and has nothing of the request or the answer. An error of the package would not do: it has the bytes that it could not read.
 */
export async function askOverHttp(
  call: string,
  url: string,
  { method, headers, body }: { method: 'GET' | 'POST' | 'PATCH'; headers: Readonly<Record<string, string>>; body: string | undefined },
): Promise<HttpAnswer> {
  const agent = await connections()
  const { origin, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    let late: Error | null = null
    let stop = (_: Error) => {}
    const timer = setTimeout(() => {
      late = new Error(`${call} did not answer for ${ANSWER_MS} ms`)
      reject(late)
      stop(late)
    }, ANSWER_MS)
    const answer: HttpAnswer = { status: 0, headers: {}, text: '' }
    const parts: Buffer[] = []
    agent.dispatch(
      { origin, path: pathname + search, method, headers, body: body ?? null },
      {
        onRequestStart(controller) {
          stop = (why) => controller.abort(why)
          // It waited for a connection until now: what was given up is not sent.
          if (late) stop(late)
        },
        onResponseStart(_, status, told) {
          answer.status = status
          answer.headers = told
        },
        onResponseData: (_, part) => void parts.push(part),
        onResponseEnd() {
          clearTimeout(timer)
          answer.text = Buffer.concat(parts).toString()
          resolve(answer)
        },
        onResponseError(_, error) {
          clearTimeout(timer)
          reject(new Error(`${call} ${sayOf(error)}`))
        },
      },
    )
  })
}

function sayOf(error: Error & { code?: string }): string {
  if (error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return `sent more than ${MOST_BYTES} bytes`
  return `failed: ${error.code ?? error.name}`
}

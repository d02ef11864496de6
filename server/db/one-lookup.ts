import dns from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'

/** How long a failure is the answer to whoever asks next, in ms. */
const FAILED_MS = 1000

/**
 * Looks a name up once for all who ask for it at the same time, and for a second after a failure. While a name server is away a look-up takes
 * seconds, and a process does two at a time: of eighty callers who want a connection nearly all would wait for their limit of 15 s instead
 * of the few seconds of the first one.
 */
export function sharing(lookup: LookupFunction): LookupFunction {
  type Answer = Parameters<LookupFunction>[2]
  const underWay = new Map<string, Answer[]>()
  const failed = new Map<string, Parameters<Answer>>()
  return (name, options, answer) => {
    const question = `${name} ${JSON.stringify(options)}`
    const failure = failed.get(question)
    if (failure) {
      process.nextTick(() => answer(...failure))
      return
    }
    const waiting = underWay.get(question)
    if (waiting) {
      waiting.push(answer)
      return
    }
    const all = [answer]
    // Noted after it was asked: a look-up never answers at once, and one that throws is not under way.
    lookup(name, options, (...told) => {
      underWay.delete(question)
      if (told[0]) {
        failed.set(question, told)
        setTimeout(() => failed.delete(question), FAILED_MS).unref()
      }
      for (const one of all) one(...told)
    })
    underWay.set(question, all)
  }
}

const lookup = sharing(dns.lookup)

/** A socket as pg connects it, by port and host, or by the path of a local server. */
export class SharingSocket extends Socket {
  override connect(...asked: unknown[]): this {
    const [port, host] = asked
    if (typeof port === 'number' && typeof host === 'string') return super.connect({ port, host, lookup })
    return super.connect(...(asked as [path: string]))
  }
}

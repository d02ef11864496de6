import type { FastifyBaseLogger } from 'fastify'
import type { Log } from '#server/kit/log.ts'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Line = [told: unknown, ...rest: unknown[]]

/**
 * The log of a request opens with the first line that is written, and most requests write nothing. Pino redacts the fields of each child
 * log when it makes one, which is 13 kB of garbage.
 */
export class RequestLog implements FastifyBaseLogger {
  #opened: Log | null = null
  readonly #parent: Log
  readonly #fields: Record<string, unknown>
  readonly level: string

  /** A route may have a level of its own: the probes write only what went wrong. */
  constructor(parent: Log, fields: Record<string, unknown>, level = parent.level) {
    this.#parent = parent
    this.#fields = fields
    this.level = level
  }

  get msgPrefix(): string | undefined {
    return this.#parent.msgPrefix
  }

  fatal(...line: Line): void {
    this.#write('fatal', line)
  }
  error(...line: Line): void {
    this.#write('error', line)
  }
  warn(...line: Line): void {
    this.#write('warn', line)
  }
  info(...line: Line): void {
    this.#write('info', line)
  }
  debug(...line: Line): void {
    this.#write('debug', line)
  }
  trace(...line: Line): void {
    this.#write('trace', line)
  }
  silent(): void {}
  child(fields: Record<string, unknown>): RequestLog {
    return new RequestLog(this.#parent, { ...this.#fields, ...fields }, this.level)
  }

  #write(level: Level, line: Line): void {
    const { values } = this.#parent.levels
    // A level without a number is `silent`.
    if ((values[level] ?? 0) < (values[this.level] ?? Number.POSITIVE_INFINITY)) return
    this.#opened ??= this.#parent.child(this.#fields, { level: this.level })
    const write = this.#opened[level] as (...line: Line) => void
    write.apply(this.#opened, line)
  }
}

import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

/** Fields that never reach a log, in objects of up to three levels. */
const secret = [
  'password',
  'token',
  'otp',
  'code',
  'authorization',
  'cookie',
  'mobile',
  'phone',
  'phoneNumber',
  'number',
  'email',
  'name',
  'sealed',
]

export const maskMobile = (mobile: string): string => `…${mobile.slice(-2)}`

/** A text from a vendor or a database may hold mobile numbers: ten or more digits in a row. */
export const maskNumbers = (text: string): string => text.replace(/\d{10,}/g, maskMobile)

/** Blanks the values of the query, which may be phone numbers and names, and the code of a receipt, which opens it. */
export const maskUrl = (url: string): string => maskNumbers(url.replace(/=[^&]*/g, '=…').replace(/^\/r\/[^?]*/, '/r/…'))

/** Leaves out other fields from a database (the values of the query, the conflicting row): they are personal data. */
function plainError(error: Error & { code?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message: maskNumbers(message), stack: maskNumbers(stack), reason: error.code }
}

/** Writes JSON lines, with personal data redacted, to `to` or the standard output. Use the `level` `silent` for tests. */
export function openLog(level: string, to?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    redact: { paths: secret.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: maskUrl(request.url),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: plainError,
    },
  }
  return to ? pino(options, to) : pino(options)
}

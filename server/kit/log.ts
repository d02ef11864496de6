import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

/** Fields that never reach a log, at any place in an object of up to three levels. */
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

/** Returns a mobile number as a log may show it: its last two digits. */
export const maskMobile = (mobile: string): string => `…${mobile.slice(-2)}`

/** Masks everything that may be a mobile number (ten or more digits in a row) in text from a vendor or a database. */
export const maskNumbers = (text: string): string => text.replace(/\d{10,}/g, maskMobile)

/** Addresses have phone numbers and names in their query: keeps the path and blanks every value. The code of a receipt opens it. */
export const maskUrl = (url: string): string => maskNumbers(url.replace(/=[^&]*/g, '=…').replace(/^\/r\/[^?]*/, '/r/…'))

/**
 * Returns the message of an error, its stack and its code. Other fields from a database (the values of the query, the conflicting row) are
 * personal data.
 */
function plainError(error: Error & { code?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message: maskNumbers(message), stack: maskNumbers(stack), reason: error.code }
}

/**
 * Opens the log of the process: JSON lines, personal data redacted. Use the `level` `silent` for tests. The lines go to `to`, or to the
 * standard output without it.
 */
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

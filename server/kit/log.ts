import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

/** Fields that never reach a log, wherever they stand in an object of up to three levels. */
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

/** A mobile number as it may stand in a log: its last two digits. */
export const maskMobile = (mobile: string): string => `…${mobile.slice(-2)}`

/** Text from elsewhere (a vendor, a database) with everything that may be a mobile number masked: digits in a row, ten or more. */
export const maskNumbers = (text: string): string => text.replace(/\d{10,}/g, maskMobile)

/** Addresses carry phone numbers and names in their query; a log keeps the path and blanks every value. */
export const maskUrl = (url: string): string => maskNumbers(url.replace(/=[^&]*/g, '=…'))

/** The words of an error, where it arose and its code. What a database adds (the query's values, the row in the way) is personal data. */
function plainError(error: Error & { code?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message: maskNumbers(message), stack: maskNumbers(stack), reason: error.code }
}

/** The process's log: JSON lines, personal data redacted. `level` `silent` for tests; `to` is where the lines go, else to the standard output. */
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

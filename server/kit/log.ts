import pino, { type Logger } from 'pino'

export type Log = Logger

/** Fields that never reach a log, wherever they stand in an object of up to three levels. */
const secret = ['password', 'token', 'otp', 'code', 'authorization', 'cookie', 'mobile', 'phone', 'phoneNumber', 'number', 'email', 'name', 'sealed']

/** A mobile number as it may stand in a log: its last two digits. */
export const maskMobile = (mobile: string): string => `…${mobile.slice(-2)}`

/** Addresses carry phone numbers and names in their query; a log keeps the path and blanks every value. */
export const maskUrl = (url: string): string => url.replace(/=[^&]*/g, '=…')

/** The process's log: JSON lines, personal data redacted. `level` `silent` for tests. */
export function openLog(level: string): Log {
  return pino({
    level,
    redact: { paths: secret.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({ id: request.id, method: request.method, url: maskUrl(request.url) }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  })
}

import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/config.ts'

/**
 * A socket carries the cookie, so it must come from our own page. A program that sends no `Origin` can only send its own cookie, so it is
 * allowed.
 */
export function isOwnPage({ publicUrl, mode }: Pick<Config, 'publicUrl' | 'mode'>, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === publicUrl.origin) return true
  return mode === 'demo' && URL.canParse(origin) && new URL(origin).host === host
}

import type { FastifyRequest } from 'fastify'

/** The cookie that keeps a person's language; it is no secret. */
export const LANGUAGE_COOKIE = 'rc_lang'

/** The language of a request: the person's own choice, else the browser's first that we have, else English. */
export function localeOf(request: FastifyRequest): 'en' | 'hi' {
  const chosen = request.cookies[LANGUAGE_COOKIE]
  if (chosen === 'en' || chosen === 'hi') return chosen
  const first = /\b(en|hi)\b/i.exec(request.headers['accept-language'] ?? '')
  return first?.[1]?.toLowerCase() === 'hi' ? 'hi' : 'en'
}

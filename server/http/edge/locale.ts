import type { FastifyRequest } from 'fastify'
import { type Locale, localeFrom, locales } from '#contract/base/locale.ts'

/** Not a secret. */
export const LANGUAGE_COOKIE = 'rc_lang'

const anyLanguage = new RegExp(`\\b(?:${locales.join('|')})\\b`, 'i')

/** The person's own choice, else the browser's first language that we have, else English. */
export function localeOf(request: FastifyRequest): Locale {
  const chosen = locales.find((locale) => locale === request.cookies[LANGUAGE_COOKIE])
  return chosen ?? localeFrom(anyLanguage.exec(request.headers['accept-language'] ?? '')?.[0])
}

import { CallFailure } from '#web/api/call.ts'
import { ownLocale } from './own-locale.ts'
import { refusalSentences } from './refusals.ts'
import { say } from './words.ts'

export function failureWords(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return say('somethingWentWrong')
  if (failure.code === 'offline') return say('noConnection')
  if (failure.code === 'timeout') return say('slowServer')
  if (failure.code === 'unreadable') return say('unreadable')
  if (failure.retryAfter !== null && isWait(failure.code)) return `${say('tooManyTries')} ${waitWords(failure.retryAfter)}`
  // In English the server's own sentence says more: it may name the field that is wrong, for example.
  if (ownLocale === 'en' && failure.message !== '') return failure.message
  const sentences = refusalSentences()
  return Object.hasOwn(sentences, failure.code) ? sentences[failure.code] : say('somethingWentWrong')
}

/** Refusals that end after some time. */
const isWait = (code: CallFailure['code']): boolean => code === 'too_many_sign_ins' || code === 'rate_limited'

function waitWords(seconds: number): string {
  return seconds <= 90 ? say('tryInSeconds', { count: seconds }) : say('tryInMinutes', { count: Math.ceil(seconds / 60) })
}

import { en } from '../../texts/console.en.ts'
import { CallFailure } from '../api/call.ts'
import type { ConsoleSay } from './words.ts'

/** The sentence of a failure for a person, in their language: what the server refused, or that it was out of reach. */
export function failureWords(say: ConsoleSay, locale: 'en' | 'hi', failure: unknown): string {
  if (!(failure instanceof CallFailure)) return say('somethingWentWrong')
  if (failure.code === 'offline') return say('noConnection')
  if (failure.code === 'timeout') return say('slowServer')
  if (failure.code === 'unreadable') return say('unreadable')
  const key = `refused_${failure.code}`
  if (locale !== 'en' && isKey(key)) return say(key)
  // In English the server's own sentence is the fuller one; it may name the seconds to wait, for example.
  return locale === 'en' && failure.message !== '' ? failure.message : say('somethingWentWrong')
}

/** The refusals of the catalogue name no parameters, so any of them can be said as it is. */
type RefusalKey = Extract<keyof typeof en, `refused_${string}`>
const isKey = (key: string): key is RefusalKey => Object.hasOwn(en, key)

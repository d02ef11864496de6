import { Refusal } from '#contract/base/errors.ts'
import { lazily } from '#server/kit/lazily.ts'

/** Frequent in India, or made from our own name. The worldwide list has few of them. */
const more =
  'abc12345 admin123 administrator bharat123 changeme delhi123 demo1234 dragon123 ganesh123 india123 jaishriram krishna123 letmein1 master123 michael1 monkey123 mumbai123 omnamahshivay p@ssw0rd p@ssword password12 samsung1 secret123 test1234 welcome123 zxcvbnm1'

/**
 * About 18,000 passwords of at least 8 characters, in lower case. Shorter ones are refused for their length. The list is loaded when a
 * password is first chosen: its package takes 15 MB.
 */
const commonPasswords = lazily(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = [...dictionary['passwords-common'], ...more.split(' ')]
  return new Set(listed.filter((password) => password.length >= 8).map((password) => password.toLowerCase()))
})

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
/** The letters of a text: Latin ones without their accents, Indian ones with their vowel signs. */
const lettersOf = (text: string): string =>
  plain(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|[^\p{L}\p{M}]/gu, '')

const PRODUCT = 'Red Carpet'

/** A name as a person may type it as a password: all of it, or one word of it. Of an email, only the part before the at sign counts. */
const wordsOf = (name: string): string[] => {
  const [local = ''] = name.split('@')
  return [local, ...local.split(/[\s._+-]+/)].map(lettersOf).filter((word) => word !== '')
}

/**
 * True for a password of the list, for one that repeats one character, and for one that is only a name. Digits and punctuation around a
 * name do not help. The name is the product's or one of `names` (the person's name and email, their mall and shop).
 */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  const text = plain(password)
  const common = await commonPasswords()
  if (common.has(text) || /^(.)\1+$/u.test(text)) return true
  const letters = lettersOf(text)
  return letters !== '' && [PRODUCT, ...names].some((name) => wordsOf(name).includes(letters))
}

/** Refuses with `common_password`, which names `field`. */
export async function refuseCommonPassword(field: string, password: string, names: readonly string[]): Promise<void> {
  if (!(await isCommonPassword(password, names))) return
  throw new Refusal('common_password', { fields: { [field]: 'This password is too common' } })
}

/** White space, and signs that no one can see: direction marks, joiners, fillers, the blanks of Braille, notes and hieroglyphs, and halves of signs. */
const UNSEEN = String.raw`\s\p{Z}\p{DI}\u2800\ufff9-\ufffc\u{13441}\u{13442}\u{1d159}\p{Cs}\p{NChar}`
/** Also marks without a letter before them. */
const leading = new RegExp(String.raw`^[${UNSEEN}\p{M}]+`, 'u')
/** Up to the last sign that can be seen. A joiner after a mark stays: in Malayalam it makes another letter. */
const untilLast = new RegExp(String.raw`^.*(?:\p{M}[\u200c\u200d]?|[^${UNSEEN}])`, 'su')

/** In NFC, without what no one can see at its ends; empty if nothing can be seen. */
export const trimmed = (text: string): string => untilLast.exec(text.normalize('NFC').replace(leading, ''))?.[0] ?? ''

/** `trimmed` drops these signs only at the ends. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Also `trimmed`, and without the signs that change how the text next to it reads: phones and sheets copy them with a name. */
export const oneLine = (text: string): string => trimmed(text.replace(DIRECTIONS, '').replace(/[\t-\r\u0085\u2028\u2029]+/g, ' '))

/** ASCII digits for those of every script (`९८७`, `９８७`), without signs that no one can see: phones put them around copied numbers. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{DI}\u2800]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))

/** The ten digits of a script follow each other. Before them comes another kind of sign, or the nine of another script. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

/**
 * Removes spaces, dots, dashes, brackets, +91 or 0 before the number, and what is beside a copied one: `Mob: `, `wa.me/`, ` (Home)`.
 * Anything else stays, so that the check can say what is wrong.
 */
export function mobileIn(text: string): string {
  const bare = plainDigits(text)
    .replace(/^(?:https?:\/\/)?wa\.me\/\+?(?=91\d{10}\b)|^[\p{L}\p{M}\s.:]*[\s.:](?=[+(]?\d)/u, '')
    .replace(/\s*\(\P{Nd}*\)\s*$|[\s,;]+$/u, '')
    .replace(/^(\d{5})\/(?=\d{5}$)/, '$1')
    .replace(/[\s\p{Pd}\u2212().·]/gu, '')
  return bare.replace(/^(?:(?:\+|00)91)?0?(?=\d{10}$)|^(?:\+|00)91|^0?91(?=[6-9]\d{9}$)/, '')
}

/** Of a passcode, and of a code of an authenticator app. */
export const CODE_DIGITS = 6

/**
 * Finds a group of six digits, also in a pasted message; otherwise it returns all digits, such as those of `123 456`. With several
 * different groups it is empty: a wrong guess would cost a try.
 */
export function codeIn(text: string): string {
  const plain = plainDigits(text)
  const [code, other] = new Set(plain.split(/\D+/).filter((group) => group.length === CODE_DIGITS))
  return other === undefined ? (code ?? plain.replace(/\D/g, '')) : ''
}

const QUOTES = `"'“”‘’«»`
const besideEmail = new RegExp(String.raw`^[${UNSEEN}\p{M}${QUOTES}<([]+|[${UNSEEN}.,;:!?…।/|${QUOTES}>)\]]+$`, 'gu')

export const gstinIn = (text: string): string => trimmed(plainDigits(text)).toUpperCase()

/**
 * Removes the space or full stop that keyboards add after a suggested word, and spaces around the at sign. Also removes what is beside a
 * copied email: quotes, a link, a name. Anything else stays, so that the check can say what is wrong.
 */
export const emailIn = (text: string): string =>
  trimmed(text)
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/^(?:[^@]*\s)?<([^<>]*)>[.,;]?$/, '$1')
    .replace(/\s*[@＠]\s*/gu, '@')
    .replace(besideEmail, '')

/**
 * For searching: ignores the case, the accents of Latin letters, apostrophes (`D’Souza`) and signs that no one can see. Also ignores the
 * dots below Indian letters, which keyboards write in two ways, or not at all. Vowel signs stay: without them most words of Hindi are the
 * same.
 */
export const folded = (text: string): string =>
  plainDigits(text.replace(/['`´‘’‛ʼʹ′＇]/g, ''))
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .replace(/[\u093c\u09bc\u0a3c\u0abc\u0b3c]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** True if each word of the search is in the text, in any order. Both are folded here. */
export function finds(text: string, search: string): boolean {
  const where = folded(text)
  return folded(search)
    .split(' ')
    .every((word) => where.includes(word))
}

/** The two format checks that browser and server share, free of any library so that the shopper wing stays small. */

const MOBILE = /^\d{10}$/
/** Non-space text, an at sign, text, a dot, text: the specification's simple check. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** True for exactly ten ASCII digits; the country code +91 is added by the senders. */
export const isMobile = (text: string): boolean => MOBILE.test(text)

/** True for text that looks like an email address, at most 254 characters (RFC 5321). */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** The sentence of a wrong mobile number, as the specification has it; null where it is right. */
export function mobileError(text: string): string | null {
  if (text.trim() === '') return 'Please enter your mobile number'
  return isMobile(text) ? null : 'Please enter a valid 10-digit mobile number (only numbers allowed)'
}

/** The commonest passwords of 8 characters and more; an attacker tries these first. */
const COMMON = new Set(
  'password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 87654321 11111111 00000000 qwertyui qwerty123 qwertyuiop 1q2w3e4r 1qaz2wsx abcd1234 abc12345 iloveyou sunshine princess football baseball welcome1 welcome123 admin123 administrator letmein1 trustno1 superman starwars whatever dragon123 monkey123 master123 michael1 jennifer computer internet samsung1 india123 bharat123 mumbai123 delhi123 krishna123 ganesh123 jaishriram omnamahshivay redcarpet red-carpet changeme secret123 test1234 demo1234 asdfghjk asdf1234 zxcvbnm1 zaq12wsx'.split(
    ' ',
  ),
)

/** The sentence of a password that cannot be chosen: 8 to 128 characters, not a common one; null where it is fine. */
export function passwordError(text: string): string | null {
  const length = [...text].length
  if (length < 8) return 'Please use at least 8 characters'
  if (length > 128) return 'Please use at most 128 characters'
  return COMMON.has(text.toLowerCase()) || /^(.)\1+$/.test(text) ? 'This password is too common' : null
}

/** `+91 98765 43210`: a mobile number as people write it. */
export const spokenMobile = (mobile: string): string => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`

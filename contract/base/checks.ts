import { emailIn } from './typed.ts'

/** Format checks that browser and server share. They use no library, so that the shopper wing stays small. */

const MOBILE = /^\d{10}$/
/** Signs with a meaning in a mail header are refused: `x<owner@corp.in>` would reach another mailbox than the text says. */
const PART = String.raw`[^\s@.<>()[\]\\,;:"\p{Cc}\p{Cf}]+`
/** The specification's simple check, but with nothing empty between two dots, which no mail server takes. */
const EMAIL = new RegExp(String.raw`^${PART}(?:\.${PART})*@${PART}(?:\.${PART})+$`, 'u')

/** True for ten ASCII digits. The senders add +91. */
export const isMobile = (text: string): boolean => MOBILE.test(text)

/** At most 254 characters (RFC 5321). */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** Only this function says which spellings are equal. */
export const normalEmail = (text: string): string => emailIn(text).toLowerCase()

/** The specification's sentence for a wrong mobile number; null if the number is right. */
export function mobileError(text: string): string | null {
  if (text.trim() === '') return 'Please enter your mobile number'
  return isMobile(text) ? null : 'Please enter a valid 10-digit mobile number (only numbers allowed)'
}

/** Null if the length is right. The server also refuses common passwords. */
export function passwordError(text: string): string | null {
  const length = [...text].length
  if (length < 8) return 'Please use at least 8 characters'
  return length > 128 ? 'Please use at most 128 characters' : null
}

/** `+91 98765 43210`. */
export const spokenMobile = (mobile: string): string => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`

/** `…9022`: tells two people of one name apart. */
export const mobileEnd = (mobile: string): string => `…${mobile.slice(-4)}`

/** Two digits of the State, the ten characters of the PAN, and three of the registration. */
export const isGstin = (text: string): boolean => /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)

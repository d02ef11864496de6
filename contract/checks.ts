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

/** `+91 98765 43210`: a mobile number as people write it. */
export const spokenMobile = (mobile: string): string => `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`

import { isConsoleScreen } from '#contract/screens.ts'
import { shopperScreenOf } from '#contract/shopper-screens.ts'

/** True if the path is the address of a screen. */
const isScreen = (path: string): boolean => shopperScreenOf(path) !== null || isConsoleScreen(path)

/**
 * The screen that a person meant who typed an address from paper: `/Phoenix-Cafe`, `/phoenix–cafe.`, `/phoenix cafe/Token`. Null if the path
 * is the address of a screen itself, or leads to none. Only letters, digits, hyphens and slashes are left: the result can be sent in a header.
 */
export function screenMeant(path: string): string | null {
  if (isScreen(path)) return null
  const meant = decoded(path)
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .toLowerCase()
    // What a sentence, a bracket or a quote puts after an address.
    .replace(/[\p{P}\p{S}\s]+$/u, '')
    .split(/[/\\]/)
    .map((part) => part.trim().replace(/[\s\p{Pd}\p{Pc}−]+/gu, '-'))
    .filter((part) => part !== '')
    .join('/')
  return /^[a-z0-9/-]+$/.test(meant) && isScreen(`/${meant}`) ? `/${meant}` : null
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

import { isConsoleScreen } from '#contract/screens.ts'
import { shopperScreenOf } from '#contract/shopper-screens.ts'

const isScreen = (path: string): boolean => shopperScreenOf(path) !== null || isConsoleScreen(path)

/**
 * For an address that a person typed from paper: `/Phoenix-Cafe`, `/phoenix–café.`, `/"phoenix cafe"/Token`. Null if the path is the
 * address of a screen itself, or leads to none. Only letters, digits, hyphens and slashes are left: the result can be sent in a header.
 */
export function screenMeant(path: string): string | null {
  // No printed address is as long.
  if (path.length > 200 || isScreen(path)) return null
  const meant = decoded(path)
    .normalize('NFKD')
    // Also accents: the address of Café is `cafe`.
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{M}]/gu, '')
    .toLowerCase()
    .split(/[/\\]/)
    // A part ends where a query without its question mark begins. A sentence, a bracket or a quote puts signs around an address; a full
    // stop before it is that of a hidden file.
    .map((part) => part.replace(/[&;=].*$/, '').replace(/^(?:(?!\.)[\p{P}\p{S}\s])+|[\p{P}\p{S}\s]+$/gu, ''))
    .map((part) => part.replace(/[\s\p{Pd}\p{Pc}−]+/gu, '-'))
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

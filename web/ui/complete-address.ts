/** What people type as a website. */
const BARE = /^[^\s/:?#@]+\.[^\s/:?#@]+(?::\d+)?(?:[/?#].*)?$/

/** Adds the `https://` that most people leave out. Anything that is not a bare website stays as it is. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  return BARE.test(text) ? `https://${text}` : text
}

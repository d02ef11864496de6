/** A host with a dot, maybe a port, and whatever follows: what people type of a website. */
const BARE = /^[^\s/:?#@]+\.[^\s/:?#@]+(?::\d+)?(?:[/?#].*)?$/

/** An address as it was typed, with the `https://` that most people leave out; anything that is no bare website stays as it is. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  return BARE.test(text) ? `https://${text}` : text
}

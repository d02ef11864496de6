import { type Digest, expectedWait } from '../../../contract/waiting.ts'

/** `10–20` minutes for so many people ahead; null where nobody is. */
export function waitWords(peopleAhead: number, digest: Digest): string | null {
  if (peopleAhead === 0) return null
  const { low, high } = expectedWait(peopleAhead, digest)
  return `${low}–${high}`
}

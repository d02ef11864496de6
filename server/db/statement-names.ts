import { createHash } from 'node:crypto'

/** Texts that are sent once at the start need no name. */
const SENT_BEFORE = 3
/** On PostgreSQL, each name costs a connection of the server about 50 kB. We have far fewer texts that come again and again. */
const MOST_NAMES = 400

/**
 * A connection prepares a named statement once. PostgreSQL plans it for its values five times, then keeps one plan for any values, if that
 * seems no worse. A table that has grown gets a new plan (decision 0061). At most `most` texts get a name, the first that come again.
 * Returns undefined for a text that has none. Equal texts have equal names.
 */
export function statementNames(most = MOST_NAMES): (text: string) => string | undefined {
  const sent = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === most) return known
    const times = (sent.get(text) ?? 0) + 1
    if (times <= SENT_BEFORE) {
      // Texts that never come again must not fill the memory.
      if (sent.size === 10 * most) sent.clear()
      sent.set(text, times)
      return undefined
    }
    sent.delete(text)
    const name = `rc_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    names.set(text, name)
    return name
  }
}

/** The position after which a page begins, as text for an address. Callers pass it on unread. */
export const cursorOf = (...values: readonly string[]): string => Buffer.from(JSON.stringify(values)).toString('base64url')

/** Null for anything but a cursor of `count` texts. */
export function valuesOf(cursor: string, count: number): string[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(values) && values.length === count && values.every((value) => typeof value === 'string' && !value.includes('\0'))
      ? values
      : null
  } catch {
    return null
  }
}

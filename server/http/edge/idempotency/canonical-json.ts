/** Equal values have the same text, however the fields of their objects were ordered. An absent value is `null`. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, inOrder)

const inOrder = (_name: string, part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
    : part

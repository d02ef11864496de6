/** A stack, a query, or the name of a library or tool of the product. */
const INTERNALS =
  /\bat \S+ \(|\.ts\b|\.js:\d|node_modules|\bselect\b.*\bfrom\b|insert into|relation "|syntax error|PGlite|Postgres|Zod|FST_/i

/** A random secret, as in an address or a challenge. One in a few thousand spells such a name by chance: "…zOd…". */
const RANDOM = /[\w-]{40,}/g

/** True if a text has a stack, a query, or the name of a library or tool of the product. Random secrets are not looked at. */
export const hasInternals = (text: string): boolean => INTERNALS.test(text.replaceAll(RANDOM, ''))

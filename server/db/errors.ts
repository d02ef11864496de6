/** The fields that both engines set; `cause`, because a layer between may have wrapped the error. */
interface SqlFault {
  code?: unknown
  constraint?: unknown
  message?: unknown
  cause?: unknown
}

function faults(error: unknown): SqlFault[] {
  const found: SqlFault[] = []
  for (let at: unknown = error; typeof at === 'object' && at !== null && found.length < 5; at = (at as SqlFault).cause)
    found.push(at as SqlFault)
  return found
}

/** With `constraint`, only for that index or constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  faults(error).some((fault) => fault.code === '23505' && (constraint === undefined || fault.constraint === constraint))

export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  faults(error).some((fault) => fault.code === '23503' && fault.constraint === constraint)

/** True if a migration has changed what a prepared statement returns. */
export const isPlanOutdated = (error: unknown): boolean =>
  faults(error).some((fault) => fault.code === '0A000' && String(fault.message).startsWith('cached plan must not change result type'))

/** PostgreSQL rolled the transaction back, because of a serialization failure, a deadlock or an outdated plan. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  isPlanOutdated(error) || faults(error).some((fault) => fault.code === '40001' || fault.code === '40P01')

/** An earlier statement of the transaction had failed. */
export const isLaterFailure = (error: unknown): boolean => faults(error).some((fault) => fault.code === '25P02')

/** PostgreSQL cancelled a statement: a lock was not free in time, or it ran too long. The next try would wait as long. */
export const isGivenUp = (error: unknown): boolean => faults(error).some((fault) => fault.code === '57014' || fault.code === '55P03')

/**
 * What the codes of a database that is away begin with. 08: connection exceptions. 25P03, 25P04: it has ended a transaction that took too
 * long, and its connection. 57P0: the server stops or starts, or has closed the connection. The others are socket errors.
 */
const lostCodes = /^(?:08|25P0[34]|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/
/**
 * The same of one that is there and cannot write. 25006: it is read-only, as after a failover. 53: no disk, memory or connection is left.
 * 58: input or output failed.
 */
const unwritableCodes = /^(?:25006|53|58|ENOSPC|EDQUOT|EROFS|EIO$|EMFILE|ENFILE)/
/** What pg says without a code, and the embedded engine while it is being closed. */
const lostSentences =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|PGlite is clos/i
/** A standby refuses some statements under codes that mean other things too. */
const standbySentences = /recovery is in progress|during recovery|in a hot standby/i

const says = (error: unknown, codes: RegExp, sentences: RegExp): boolean =>
  faults(error).some((fault) => codes.test(String(fault.code ?? '')) || sentences.test(String(fault.message ?? '')))

/** True if the database is read-only, or its machine has no room. */
export const refusesWrites = (error: unknown): boolean => says(error, unwritableCodes, standbySentences)

/** True if the same call may succeed in a moment: the database could not be reached, went away, or cannot write now. */
export const isAway = (error: unknown): boolean => says(error, lostCodes, lostSentences) || refusesWrites(error)

/** True if the database is away, or cancelled the statement after a long wait. */
export const wouldFailAgain = (error: unknown): boolean => isAway(error) || isGivenUp(error)

/** True if a query got no answer in time. Then the connection must not be used again. */
export const isAnswerMissing = (error: unknown): boolean => faults(error).some((fault) => fault.message === 'Query read timeout')

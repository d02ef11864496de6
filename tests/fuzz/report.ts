import type { Fault, Findings } from './run.ts'

/** Codes of refusals that come before any story: the request did not get past the edge of the server. */
const atTheDoor =
  /\b(?:invalid_input|invalid_json|too_large|wrong_media_type|wrong_origin|rate_limited|not_found|not_signed_in|not_verified|forbidden)$/

/** Returns percentages: of the requests that succeeded, and of those that at least reached a story. */
export function sharesOf({ answers }: Findings): { letIn: number; heard: number } {
  const countOf = (counted: (answer: string) => boolean) =>
    [...answers].reduce((sum, [answer, count]) => sum + (counted(answer) ? count : 0), 0)
  const percentOf = (counted: (answer: string) => boolean) => (100 * countOf(counted)) / countOf(() => true)
  const isLetIn = (answer: string) => answer.startsWith('2')
  return { letIn: percentOf(isLetIn), heard: percentOf((answer) => isLetIn(answer) || (/ \w/.test(answer) && !atTheDoor.test(answer))) }
}

/** The most frequent answers first, and the calls with the fewest successes. */
export function tellShares(findings: Findings): string {
  const { letIn, heard } = sharesOf(findings)
  const total = [...findings.answers.values()].reduce((sum, count) => sum + count, 0)
  const byCount = [...findings.answers].sort(([, a], [, b]) => b - a)
  const answers = byCount.map(([answer, count]) => `${((100 * count) / total).toFixed(1).padStart(6)} %  ${answer}`)
  const rarest = [...findings.letIn].sort(([, a], [, b]) => a - b).slice(0, 5)
  return [
    `${findings.sent} requests, ${findings.sent - total} of them second chances; of the others ${letIn.toFixed(1)} % succeeded, ${heard.toFixed(1)} % reached a story`,
    ...answers,
    `Fewest successes: ${rarest.map(([call, count]) => `${call} ${count}`).join(', ')}`,
  ].join('\n')
}

/** Faults of one kind share a line. */
export function tellFaults({ faults }: Findings): string[] {
  const kinds = new Map<string, Fault[]>()
  for (const fault of faults) {
    const kind = `${fault.wish.call.name}, ${fault.wish.twist} odd: ${fault.problem}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), fault])
  }
  return [...kinds].map(([kind, [first, ...more]]) => {
    const { method, address, headers, body, bytes } = first?.wish ?? {}
    return `${kind}\n  number ${first?.count}, ${more.length} more like it: ${JSON.stringify(bytes ?? { method, address, headers, body }).slice(0, 1000)}`
  })
}

import { stripVTControlCharacters } from 'node:util'

/** A failed test. Without a file (a build that failed, a process that was killed), there is nothing that could be tried again. */
export interface Failure {
  file: string | null
  test: string
  message: string
}

export interface Outcome {
  passed: number
  failures: readonly Failure[]
}

/** One more test that passes only at the second try makes the run red (decision 0058). */
export const MOST_SECOND_TRIES = 3

/** `late` are the failures of the first run whose test passed at the second try. What failed at the second try is a failure. */
export function afterSecondTry(first: Outcome, second: Outcome): { outcome: Outcome; late: readonly Failure[] } {
  const failedAgain = (failure: Failure) => second.failures.some(({ file, test }) => file === failure.file && test === failure.test)
  const wasTried = ({ file }: Failure) => file !== null
  const late = first.failures.filter((failure) => wasTried(failure) && !failedAgain(failure))
  const failures = [...first.failures.filter((failure) => !wasTried(failure)), ...second.failures]
  // A test that passed at first and not in the second run of its file counts as failed.
  const lost = second.failures.filter(({ file, test }) => !first.failures.some((known) => known.file === file && known.test === test))
  return { outcome: { passed: first.passed + late.length - lost.length, failures }, late }
}

/** One line: file, test, and the beginning of the message without colours and stack. */
export function inOneLine(said: string, { file, test, message }: Failure): string {
  const withoutStack = stripVTControlCharacters(message).replaceAll(/^ +at .*$/gm, '')
  const text = withoutStack.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
  return `${said}: ${file === null ? '' : `${file} › `}${test}: ${text}`
}

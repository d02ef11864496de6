import { z } from 'zod'

/**
 * What a field says that has no sentence of its own in the contract: a person reads it, so it tells what to do and not which type a
 * program expected.
 */
export function speakPlainly(): void {
  z.config({
    customError: (issue) => {
      if (issue.code === 'invalid_type')
        return issue.input === undefined || issue.input === null ? 'Please fill this in' : 'Please check this field'
      if (issue.code === 'too_big' && issue.origin === 'string') return `Please use at most ${issue.maximum} characters`
      if (issue.code === 'too_small' && issue.origin === 'string')
        return issue.minimum === 1 ? 'Please fill this in' : `Please use at least ${issue.minimum} characters`
      if (issue.code === 'too_big') return `Please choose at most ${issue.maximum}`
      if (issue.code === 'too_small') return `Please choose at least ${issue.minimum}`
      return 'Please check this field'
    },
  })
}

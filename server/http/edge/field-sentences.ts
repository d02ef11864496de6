import { z } from 'zod'

/** For fields that have no sentence in the contract. A person reads them, so they say what to do, and not which type is expected. */
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

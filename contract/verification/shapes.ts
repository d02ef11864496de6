import { z } from 'zod'
import { isEmail, mobileError } from '#contract/base/checks.ts'
import { name } from '#contract/base/text-shapes.ts'
import { emailIn, mobileIn } from '#contract/base/typed.ts'

/** Takes a number as people write it and gives ten digits; the sentences are the specification's. */
export const mobile = z
  .string('Please enter your mobile number')
  .max(100)
  .overwrite(mobileIn)
  .superRefine((text, context) => {
    const error = mobileError(text)
    if (error) context.addIssue({ code: 'custom', message: error })
  })

/** 1–80 letters. */
export const personName = name(80, 'Please enter your name')

export const email = z
  .string('please insert valid email')
  .max(400)
  .transform(emailIn)
  .pipe(z.string().refine(isEmail, 'please insert valid email'))

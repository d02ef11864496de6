import { type RefusalCode, refusals } from '#contract/base/errors.ts'

/** All refusals in English, by their codes, for both wings. */
export const en = Object.fromEntries(Object.entries(refusals).map(([code, [, sentence]]) => [code, sentence])) as Readonly<
  Record<RefusalCode, string>
>

import { type RefusalCode, refusals } from '#contract/base/errors.ts'

export const en = Object.fromEntries(Object.entries(refusals).map(([code, [, sentence]]) => [code, sentence])) as Readonly<
  Record<RefusalCode, string>
>

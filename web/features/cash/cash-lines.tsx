import { rupees } from '#contract/base/money.ts'

/** Rows of a `<dl>`. */
export const CashLines = ({ lines }: { lines: readonly (readonly [word: string, paise: number])[] }) =>
  lines.map(([word, paise]) => (
    <div key={word}>
      <dt>{word}</dt>
      <dd>{rupees(paise)}</dd>
    </div>
  ))

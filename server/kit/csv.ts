import { stringify } from 'csv-stringify/sync'

/** A text is what a person or a vendor wrote; `plain` is a number, a date or a code in the form that the reader of the file expects. */
export type Cell = string | { plain: string | number }

/** Spreadsheets take a file with this mark for UTF-8. */
export const MARK = '\uFEFF'

const MONTHS = ['jan(?:uary)?', 'feb(?:ruary)?', 'mar(?:ch)?', 'apr(?:il)?', 'may', 'june?', 'july?', 'aug(?:ust)?', 'sept?(?:ember)?']
const MORE_MONTHS = ['oct(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?']
/** `007`, `5114923871234`, `24/7`, `1e5`, `10 AM` or `May 5`: a digit, and no letters other than those of a number, a time or a month. */
const LIKE_A_VALUE = new RegExp(`^(?=.*\\d)(?:[^\\p{L}]|(?<=\\d)e(?=[+-]?\\d)|[ap]m|${[...MONTHS, ...MORE_MONTHS].join('|')})+$`, 'isu')

/** Lines of CSV (RFC 4180). A text that a spreadsheet would run as a formula, or change into a number or a date, begins with an apostrophe. */
export const csvOf = (lines: readonly (readonly Cell[])[]): string =>
  stringify(
    lines.map((line) => line.map((cell) => (typeof cell === 'string' && LIKE_A_VALUE.test(cell) ? `'${cell}` : cell))),
    {
      escape_formulas: true,
      record_delimiter: 'windows',
      // The writer quotes only line breaks of its own kind.
      quoted_match: /[\r\n]/,
      cast: { object: ({ plain }) => ({ value: String(plain), escape_formulas: false }) },
    },
  )

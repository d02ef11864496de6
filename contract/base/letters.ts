/**
 * Splits a text into what a reader sees as letters: `क्षे` and `त्र` of `क्षेत्र`, one family emoji. Browsers without `Intl.Segmenter` keep marks and
 * joined signs with their letter, and part only conjuncts.
 */
export function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter === 'function') return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return text.match(/(?:\p{RI}\p{RI}|.)(?:\p{M}|\p{EMod}|\u200c|\u200d.?)*/gsu) ?? []
}

/** How many letters a reader sees. */
export const lengthOf = (text: string): number => lettersOf(text).length

/** Cuts between whole letters. `most` is in characters of UTF-16, in which vendors and columns count. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  let cut = ''
  for (const letter of lettersOf(text)) {
    if (cut.length + letter.length > most) break
    cut += letter
  }
  return cut
}

/** `most` is in letters that a reader sees. */
export const firstLetters = (text: string, most: number): string => (text.length <= most ? text : lettersOf(text).slice(0, most).join(''))

/**
 * How many characters of UTF-16 a field must take for `most` letters. A letter may take several, but not hundreds. A tighter limit of a
 * field would cut letters in half.
 */
export const roomFor = (most: number): number => Math.max(400, most * 5)

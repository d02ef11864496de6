/**
 * Loads the page again as soon as the server can be reached: a file of it did not arrive. With `tells`, a sentence above the page says so. It is the document's
 * own script that does it (`come-back-inline.ts`); in development there is none.
 */
export const comeBack = (how: { tells: boolean }): void => (globalThis as { comeBack?: (how: { tells: boolean }) => void }).comeBack?.(how)

/**
 * For a file that did not arrive: loads the page again as soon as the server can be reached. With `tells`, a sentence above the page says
 * so. The document's own script does this (`come-back-inline.ts`); in development there is none.
 */
export const comeBack = (how: { tells: boolean }): void => (globalThis as { comeBack?: (how: { tells: boolean }) => void }).comeBack?.(how)

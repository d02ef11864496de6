/** `3` for `Counter 3`, which is shown as `Counter` and `3`; any other name stays as it is. */
export const counterNumber = (name: string): string => name.replace(/^counter\s+(?=\S)/i, '')

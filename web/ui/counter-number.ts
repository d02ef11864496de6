/** `Counter 3` is said as `Counter` and `3`; any other name stands as it is. */
export const counterNumber = (name: string): string => name.replace(/^counter\s+(?=\S)/i, '')

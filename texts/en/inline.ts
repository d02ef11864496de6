export const en = {
  // Shown above the page in a browser that is older than our oldest one.
  oldBrowser: 'This browser is too old for Red Carpet. Please update it, use another one, or ask at the counter.',
  // Shown above the page when its scripts did not arrive.
  incomplete: 'This page did not load completely. It tries again automatically when you are connected.',
} as const

export type InlineTexts = typeof en

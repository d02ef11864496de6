export const en = {
  // What a browser that is older than our oldest one shows above the page.
  oldBrowser: 'This browser is too old for Red Carpet. Please update it, use another one, or ask at the counter.',
  // What a page says above itself when its scripts did not arrive.
  incomplete: 'This page did not load completely. It tries again automatically when you are connected.',
} as const

export type InlineTexts = typeof en

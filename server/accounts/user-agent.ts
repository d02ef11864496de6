/** Names as a person knows them; null if the browser did not say. */
export interface Agent {
  browser: string | null
  system: string | null
}

/** The first match counts: Edge also says Chrome, and Chrome also says Safari. */
const browsers: readonly [RegExp, string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPX\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const firstOf = (known: readonly [RegExp, string][], text: string): string | null =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Only these two names are stored, never the `User-Agent` header. */
export const agentOf = (userAgent: string | undefined): Agent => {
  const text = (userAgent ?? '').slice(0, 500)
  return { browser: firstOf(browsers, text), system: firstOf(systems, text) }
}

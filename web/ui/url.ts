/** `URL.parse` and `URL.canParse` are younger than the oldest browsers. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

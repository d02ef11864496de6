/** Forgets the person on a shared phone. What belongs to the phone itself, such as the language, stays. */
export function forgetPerson(): void {
  for (const store of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[store])) if (/^(?:phone$|tokenNumber:|seenPass:|draft:)/.test(key)) window[store].removeItem(key)
    } catch {
      // A browser that forbids storage has stored nothing.
    }
  }
}

/**
 * Calls `listener` when a person may look at the page again: it became visible, got the focus, or came back from the browser's memory. One
 * waking calls it several times. Returns a function that stops it.
 */
export function onWake(listener: () => void): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') listener()
  }
  // Every page also fires `pageshow` when it has loaded.
  const shown = (event: PageTransitionEvent) => event.persisted && wake()
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('focus', wake)
  window.addEventListener('pageshow', shown)
  return () => {
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('focus', wake)
    window.removeEventListener('pageshow', shown)
  }
}

let leaving = false
window.addEventListener('beforeunload', () => {
  leaving = true
})
window.addEventListener('pageshow', () => {
  leaving = false
})

/** True while the page is being left or reloaded: calls that break off then may well have arrived. */
export const isLeavingPage = (): boolean => leaving

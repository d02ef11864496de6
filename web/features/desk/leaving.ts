let leaving = false
window.addEventListener('beforeunload', () => {
  leaving = true
})
window.addEventListener('pageshow', () => {
  leaving = false
})

/** True while the page is being left or reloaded. Calls that break off then may have reached the server. */
export const isLeavingPage = (): boolean => leaving

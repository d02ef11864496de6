/** True if no real message or money moves, as the server says in the document. */
export const isDemo = 'demo' in document.documentElement.dataset

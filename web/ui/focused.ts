/** As `ref`: the element has the focus when it appears. A question whose content comes later than its frame needs this. */
export const focused = (element: HTMLElement | null): void => element?.focus()

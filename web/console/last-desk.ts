const KEY = 'lastDesk'

/** Remembers, for this tab, which shop's table was open last. The countdowns lead back to it, even after a reload. */
export const rememberDesk = (shopId: string): void => sessionStorage.setItem(KEY, shopId)

/** The shop whose table was open last in this tab; null if none was. */
export const deskVisited = (): string | null => sessionStorage.getItem(KEY)

const KEY = 'lastDesk'

/** Remembers, for this tab, whose table was open last: the way back from the countdowns after a reload. */
export const rememberDesk = (shopId: string): void => sessionStorage.setItem(KEY, shopId)

/** The shop whose table was open last in this tab; null where none was. */
export const deskVisited = (): string | null => sessionStorage.getItem(KEY)

const KEY = 'lastDesk'

/** For this tab: the countdowns lead back to the table, even after a reload. */
export const rememberDesk = (shopId: string): void => sessionStorage.setItem(KEY, shopId)

/** The shop whose table was open last in this tab, or null. */
export const deskVisited = (): string | null => sessionStorage.getItem(KEY)

const KEPT = (shopId: string) => `deskCounter:${shopId}`

/** The last counter of this browser, which the question preselects; null if there is none. */
export const lastCounter = (shopId: string): string | null => localStorage.getItem(KEPT(shopId))
export const rememberCounter = (shopId: string, counterId: string): void => localStorage.setItem(KEPT(shopId), counterId)

/** True if the person has said in this tab that this device is at no counter. */
export const worksWithoutCounter = (shopId: string): boolean => sessionStorage.getItem(KEPT(shopId)) === 'none'
export const rememberNoCounter = (shopId: string, none: boolean): void =>
  none ? sessionStorage.setItem(KEPT(shopId), 'none') : sessionStorage.removeItem(KEPT(shopId))

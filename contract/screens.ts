import { canBeId } from './base/ids.ts'
import { segmentsOf, shopperPaths, shopperScreenOf } from './shopper-screens.ts'

/** The shopper wing is small and rendered on the server; the console wing is for accounts. */
export type Wing = 'shopper' | 'console'

/** In production and in development. Changing wings loads a new document. */
export function entryFor(path: string): Wing {
  return shopperScreenOf(path) ? 'shopper' : 'console'
}

const consoleScreens =
  /^\/(?:$|account$|forgotpassword$|version$|health$|ownerdashboard(?:\/audit)?$|branddashboard$|qrcode$|display$|countdown$|shop\/[^/]+(?:\/(?:audit|money|day))?$|branddashboard2\/[^/]+$)/

/** Other paths get 404 with the designed page. */
export function isConsoleScreen(path: string): boolean {
  return consoleScreens.test(path) || isShopScreen(path)
}

/** The console's screens of one shop, such as `/{id}/counter`. */
export function isShopScreen(path: string): boolean {
  const [id, segment, ...rest] = segmentsOf(path)
  return id !== undefined && rest.length === 0 && canBeId(id) && /^(?:counter|countdown|editdisplay)$/.test(segment ?? '')
}

export const paths = {
  ...shopperPaths,
  login: () => '/',
  account: () => '/account',
  /** A printed code opens the welcome screen, with the counter if the code is a counter's. */
  scanned: (slug: string, counterId: string | null) => `/${slug}${counterId === null ? '' : `?counter=${encodeURIComponent(counterId)}`}`,
  counter: (shopId: string) => `/${shopId}/counter`,
  shopCountdown: (shopId: string) => `/${shopId}/countdown`,
  countdown: () => '/countdown',
  mallPicker: () => '/branddashboard',
  mallView: (mallId: string) => `/branddashboard2/${mallId}`,
  /** A part of `mallView`. */
  mallGateways: (mallId: string) => `/branddashboard2/${mallId}?part=gateways`,
  mallManagement: () => '/ownerdashboard',
  shopDetails: (mallId: string) => `/shop/${mallId}`,
  shopPlace: (mallId: string, shopId: string, part: 'settings' | 'counters' | 'staff') =>
    `/shop/${mallId}?shop=${encodeURIComponent(shopId)}&part=${part}`,
  audit: (mallId: string | null) => (mallId === null ? '/ownerdashboard/audit' : `/shop/${mallId}/audit`),
  money: (mallId: string) => `/shop/${mallId}/money`,
  day: (mallId: string) => `/shop/${mallId}/day`,
  qrCode: (shopId: string | null) => `/qrcode${shopId === null ? '' : `?shop=${encodeURIComponent(shopId)}`}`,
  /** Without a shop: the board of the account's only shop, or a choice of shops. */
  board: (shopId: string | null) => `/display${shopId === null ? '' : `?shop=${encodeURIComponent(shopId)}`}`,
  /** The login, which leads staff to this shop's counter. */
  visit: (shopId: string) => `/?callbackUrl=${encodeURIComponent(shopId)}`,
} as const

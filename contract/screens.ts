import { canBeId } from './base/ids.ts'
import { segmentsOf, shopperPaths, shopperScreenOf } from './shopper-screens.ts'

/** The two halves of the web: the shopper wing is small and rendered on the server, the console wing is for accounts. */
export type Wing = 'shopper' | 'console'

/** The wing that serves a path, in production and in development. Changing wings loads a new document. */
export function entryFor(path: string): Wing {
  return shopperScreenOf(path) ? 'shopper' : 'console'
}

const consoleScreens =
  /^\/(?:$|account$|forgotpassword$|version$|health$|ownerdashboard(?:\/audit)?$|branddashboard$|qrcode$|display$|countdown$|shop\/[^/]+(?:\/(?:audit|money|day))?$|branddashboard2\/[^/]+$)/

/** True if the console wing has a screen for the path. Other paths get 404 with the designed page. */
export function isConsoleScreen(path: string): boolean {
  return consoleScreens.test(path) || isShopScreen(path)
}

/** True for the console's screens of one shop: `/{id}/counter`. */
export function isShopScreen(path: string): boolean {
  const [id, segment, ...rest] = segmentsOf(path)
  return id !== undefined && rest.length === 0 && canBeId(id) && /^(?:counter|countdown|editdisplay)$/.test(segment ?? '')
}

/** The addresses of all screens, spelled once. */
export const paths = {
  ...shopperPaths,
  login: () => '/',
  account: () => '/account',
  /** What a printed code opens: the welcome screen, with its counter if it is the code of a counter. */
  scanned: (slug: string, counterId: string | null) => `/${slug}${counterId === null ? '' : `?counter=${encodeURIComponent(counterId)}`}`,
  counter: (shopId: string) => `/${shopId}/counter`,
  shopCountdown: (shopId: string) => `/${shopId}/countdown`,
  countdown: () => '/countdown',
  mallPicker: () => '/branddashboard',
  mallView: (mallId: string) => `/branddashboard2/${mallId}`,
  /** The same page, with the mall's accounts at Razorpay and Cashfree. */
  mallGateways: (mallId: string) => `/branddashboard2/${mallId}?part=gateways`,
  mallManagement: () => '/ownerdashboard',
  shopDetails: (mallId: string) => `/shop/${mallId}`,
  shopPlace: (mallId: string, shopId: string, part: 'settings' | 'counters' | 'staff') =>
    `/shop/${mallId}?shop=${encodeURIComponent(shopId)}&part=${part}`,
  /** Who changed what in a mall; null for all malls. */
  audit: (mallId: string | null) => (mallId === null ? '/ownerdashboard/audit' : `/shop/${mallId}/audit`),
  /** What came in at a mall, and what became of it. */
  money: (mallId: string) => `/shop/${mallId}/money`,
  /** The tickets of a day at a mall, with their receipts, and who did what. */
  day: (mallId: string) => `/shop/${mallId}/day`,
  qrCode: (shopId: string | null) => `/qrcode${shopId === null ? '' : `?shop=${encodeURIComponent(shopId)}`}`,
  /** The board. Without a shop: the board of the account's only shop, or a choice of shops. */
  board: (shopId: string | null) => `/display${shopId === null ? '' : `?shop=${encodeURIComponent(shopId)}`}`,
  /** The login that leads staff to this shop's counter. */
  visit: (shopId: string) => `/?callbackUrl=${encodeURIComponent(shopId)}`,
} as const

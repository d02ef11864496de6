import { canBeId } from './ids.ts'

/** The two halves of the web: the shopper wing is small and rendered on the server, the console wing is the staff's. */
export type Wing = 'shopper' | 'console'

/** The screens of the shopper wing. */
export type ShopperScreen = 'welcome' | 'information' | 'payment' | 'token'

const shopperSegments: Readonly<Record<string, ShopperScreen>> = {
  information: 'information',
  paymentpage: 'payment',
  token: 'token',
}

/** Which shopper screen a path is, with its shop (or mall) id; null for every other path. */
export function shopperScreenOf(path: string): { id: string; screen: ShopperScreen } | null {
  const [id, segment, ...rest] = path.split('/').filter((part) => part !== '')
  if (id === undefined || rest.length > 0 || !canBeId(id)) return null
  if (segment === undefined) return { id, screen: 'welcome' }
  const screen = Object.hasOwn(shopperSegments, segment) ? shopperSegments[segment] : undefined
  return screen ? { id, screen } : null
}

/** Which wing answers a path, in production and in development. Crossing wings is a full load. */
export function entryFor(path: string): Wing {
  return shopperScreenOf(path) ? 'shopper' : 'console'
}

const consoleScreens =
  /^\/(?:$|forgotpassword$|version$|health$|ownerdashboard$|branddashboard$|qrcode$|display$|countdown$|shop\/[^/]+$|branddashboard2\/[^/]+$)/

/** True for a path that the console wing has a screen for; others are answered 404 with the designed page. */
export function isConsoleScreen(path: string): boolean {
  if (consoleScreens.test(path)) return true
  const [id, segment, ...rest] = path.split('/').filter((part) => part !== '')
  return id !== undefined && rest.length === 0 && canBeId(id) && /^(?:counter|countdown|editdisplay)$/.test(segment ?? '')
}

/** The addresses of the screens, spelled once. */
export const paths = {
  login: () => '/',
  welcome: (shopId: string) => `/${shopId}`,
  /** What a printed code opens: the welcome, with the counter it hangs at where it is one's own. */
  scanned: (shopId: string, counterId: string | null) =>
    `/${shopId}${counterId === null ? '' : `?counter=${encodeURIComponent(counterId)}`}`,
  information: (shopId: string) => `/${shopId}/information`,
  payment: (shopId: string, ticketId: string) => `/${shopId}/paymentpage?userId=${encodeURIComponent(ticketId)}`,
  token: (shopId: string) => `/${shopId}/token`,
  counter: (shopId: string) => `/${shopId}/counter`,
  shopCountdown: (shopId: string) => `/${shopId}/countdown`,
  editDisplay: (shopId: string) => `/${shopId}/editdisplay`,
  countdown: () => '/countdown',
  mallPicker: () => '/branddashboard',
  mallView: (mallId: string) => `/branddashboard2/${mallId}`,
  mallManagement: () => '/ownerdashboard',
  shopDetails: (mallId: string) => `/shop/${mallId}`,
  /** One shop's own page below its mall: its settings, counters or staff. */
  shopPlace: (mallId: string, shopId: string, part: 'settings' | 'counters' | 'staff') =>
    `/shop/${mallId}?shop=${encodeURIComponent(shopId)}&part=${part}`,
  qrCode: (shopId: string | null) => `/qrcode${shopId === null ? '' : `?shop=${encodeURIComponent(shopId)}`}`,
  /** The board in the hall; without a shop the account's only one, or the choice. */
  board: (shopId: string | null) => `/display${shopId === null ? '' : `?shop=${encodeURIComponent(shopId)}`}`,
  /** The login that leads staff on to this shop's counter. */
  visit: (shopId: string) => `/?callbackUrl=${encodeURIComponent(shopId)}`,
} as const

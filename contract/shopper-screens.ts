import { canBeId } from './base/ids.ts'

export type ShopperScreen = 'welcome' | 'information' | 'payment' | 'token'

const shopperSegments: Readonly<Record<string, ShopperScreen>> = {
  information: 'information',
  paymentpage: 'payment',
  token: 'token',
}

export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** `id` is the slug or the id of the shop or mall. Null for every other path. */
export function shopperScreenOf(path: string): { id: string; screen: ShopperScreen } | null {
  const [id, segment, ...rest] = segmentsOf(path)
  if (id === undefined || rest.length > 0 || !canBeId(id)) return null
  if (segment === undefined) return { id, screen: 'welcome' }
  const screen = Object.hasOwn(shopperSegments, segment) ? shopperSegments[segment] : undefined
  return screen ? { id, screen } : null
}

/**
 * Each takes a slug; an id leads there too, by a redirect. The file is separate from `screens.ts`, so that a phone does not load the other
 * addresses.
 */
export const shopperPaths = {
  welcome: (slug: string) => `/${slug}`,
  information: (slug: string) => `/${slug}/information`,
  payment: (slug: string, ticketId: string) => `/${slug}/paymentpage?userId=${encodeURIComponent(ticketId)}`,
  token: (slug: string) => `/${slug}/token`,
  editDisplay: (shopId: string) => `/${shopId}/editdisplay`,
} as const

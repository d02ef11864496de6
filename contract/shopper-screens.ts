import { canBeId } from './base/ids.ts'

export type ShopperScreen = 'welcome' | 'information' | 'payment' | 'token'

const shopperSegments: Readonly<Record<string, ShopperScreen>> = {
  information: 'information',
  paymentpage: 'payment',
  token: 'token',
}

/** The segments of a path, without empty ones. */
export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Which shopper screen a path is, with the slug or the id of its shop (or mall); null for every other path. */
export function shopperScreenOf(path: string): { id: string; screen: ShopperScreen } | null {
  const [id, segment, ...rest] = segmentsOf(path)
  if (id === undefined || rest.length > 0 || !canBeId(id)) return null
  if (segment === undefined) return { id, screen: 'welcome' }
  const screen = Object.hasOwn(shopperSegments, segment) ? shopperSegments[segment] : undefined
  return screen ? { id, screen } : null
}

/**
 * The addresses that the shopper wing leads to. Each takes a slug; an id leads there too, by a redirect. In a file of its own, so that a phone
 * does not load the others.
 */
export const shopperPaths = {
  welcome: (slug: string) => `/${slug}`,
  information: (slug: string) => `/${slug}/information`,
  payment: (slug: string, ticketId: string) => `/${slug}/paymentpage?userId=${encodeURIComponent(ticketId)}`,
  token: (slug: string) => `/${slug}/token`,
  editDisplay: (shopId: string) => `/${shopId}/editdisplay`,
} as const

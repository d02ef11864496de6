/** Names in a wished request for values that are known only when it is sent. */

export const slotNames = [
  ...(['mall', 'shop', 'rivalShop', 'shopName', 'counter', 'account', 'session'] as const),
  ...(['mobile', 'otp', 'cookie', 'anotherCookie', 'ticket', 'payment', 'receipt'] as const),
  ...(['email', 'role', 'password', 'resetCode', 'challenge'] as const),
  ...(['staff', 'owner', 'rivalOwner', 'superadmin'] as const),
] as const
export type Slot = (typeof slotNames)[number]

/** The values of one person, and of the shop and mall where that person is. */
export type Filling = Readonly<Record<Slot, string>>

/** The value of a slot replaces this mark; `fresh` is nine digits that come once in a run. */
export const slot = (name: Slot | 'fresh'): string => `‹${name}›`

/** The number of bytes of the body replaces this mark, in a request that is sent as bytes. */
export const LENGTH = '‹length›'

type Spell = (value: string) => string
const fill = (text: string, filling: Filling & { fresh: string }, spell: Spell): string =>
  text.replace(/‹(\w+)›/g, (all, name: string) => (Object.hasOwn(filling, name) ? spell(filling[name as Slot]) : all))

const inJson: Spell = (value) => JSON.stringify(value).slice(1, -1)
const asIs: Spell = (value) => value

export const fillText = (text: string, person: Filling): string => fill(text, { ...person, fresh: '' }, inJson)

/** Fills every slot of a request, each value encoded for its part of the request. `count` is the request's position in the run. */
export function filled<T extends { address: string; headers: [string, string][]; body: string | null; bytes: string | null }>(
  wish: T,
  person: Filling,
  count: number,
): T {
  const filling = { ...person, fresh: String(count).padStart(9, '0') }
  const bytes = wish.bytes === null ? null : fill(wish.bytes, filling, asIs)
  const [, bodyOfBytes = ''] = bytes?.split(/\r\n\r\n([\s\S]*)/) ?? []
  return {
    ...wish,
    address: fill(wish.address, filling, encodeURIComponent),
    headers: wish.headers.map(([name, value]): [string, string] => [name, fill(value, filling, asIs)]),
    body: wish.body === null ? null : fill(wish.body, filling, inJson),
    bytes: bytes === null ? null : bytes.replaceAll(LENGTH, String(bodyOfBytes.length)),
  }
}

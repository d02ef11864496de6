/** What a wished request names instead of a value that is known only when it is sent. */

/** The things of a world, by kind: the same place in each list belongs together. */
export const slotNames = [
  ...(['mall', 'shop', 'rivalShop', 'shopName', 'counter', 'account'] as const),
  ...(['mobile', 'otp', 'cookie', 'anotherCookie', 'ticket', 'payment', 'receipt'] as const),
  ...(['email', 'role', 'password', 'resetCode', 'challenge'] as const),
  ...(['staff', 'owner', 'rivalOwner', 'superadmin'] as const),
] as const
export type Slot = (typeof slotNames)[number]

/** The values of one person and the place where that person is. */
export type Filling = Readonly<Record<Slot, string>>

/** Where the value of a slot will stand; `fresh` is ten characters that come once in a run. */
export const slot = (name: Slot | 'fresh'): string => `‹${name}›`

/** Where the number of bytes of the body will stand in a request that is sent as it is. */
export const LENGTH = '‹length›'

type Spell = (value: string) => string
const fill = (text: string, filling: Filling & { fresh: string }, spell: Spell): string =>
  text.replace(/‹(\w+)›/g, (all, name: string) => (Object.hasOwn(filling, name) ? spell(filling[name as Slot]) : all))

const inJson: Spell = (value) => JSON.stringify(value).slice(1, -1)
const asIs: Spell = (value) => value

/** A JSON text with its slots filled. */
export const fillText = (text: string, person: Filling): string => fill(text, { ...person, fresh: '' }, inJson)

/** The request with every slot filled, as each part of it spells a value. `count` is its place in the run. */
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

import fc from 'fast-check'
import { type CallName, callsByName } from '#contract/calls.ts'
import { IDEMPOTENCY_KEY } from '#contract/http/idempotency.ts'
import { changePassword } from '#contract/sign-in/own-account-calls.ts'
import type { Sent } from './client.ts'
import type { Call, Schema } from './document.ts'
import { oddBody, oddContentType, oddHeader, oddSegment } from './odd-values.ts'
import { fieldsOf, objectText, oneFieldWrong, rightJson } from './right-values.ts'
import { LENGTH, type Slot, slot } from './slots.ts'

/** A request before it is sent: its ids are slots, which the world fills then. */
export interface Wish extends Sent {
  call: Call
  /** What is odd about it; `right` if nothing is. */
  twist: string
  /** The person whose ticket, shop and mall it is about. */
  person: number
  caller: CallerKind
}

/** False if a different call may answer: the request has another method, goes as bytes, or lacks a segment. */
export const isItsCall = ({ call, method, address, bytes }: Wish): boolean =>
  bytes === null && method === call.method && !/\/(?:[/?]|$)/.test(address)

export type CallerKind = 'nobody' | 'shopper' | 'another shopper' | 'staff' | 'owner' | 'rival owner' | 'superadmin' | 'stranger'

const credentials: Readonly<Record<CallerKind, [string, string][]>> = {
  nobody: [],
  shopper: [['cookie', `rc_shopper=${slot('cookie')}`]],
  'another shopper': [['cookie', `rc_shopper=${slot('anotherCookie')}`]],
  staff: [['authorization', `Bearer ${slot('staff')}`]],
  owner: [['authorization', `Bearer ${slot('owner')}`]],
  'rival owner': [['authorization', `Bearer ${slot('rivalOwner')}`]],
  superadmin: [['authorization', `Bearer ${slot('superadmin')}`]],
  stranger: [
    ['authorization', `Bearer ${'A'.repeat(43)}`],
    ['cookie', `rc_shopper=${'A'.repeat(43)}`],
  ],
}

/** A right request; a twist can spoil it before it is assembled. */
interface Draft {
  call: Call
  person: number
  caller: CallerKind
  params: Record<string, string>
  query: [string, string][]
  fields: [string, string][] | null
}

/** The slot that `{id}` means in each path. */
const idSlots: readonly [RegExp, Slot][] = [
  [/^\/api\/tickets\//, 'ticket'],
  [/^\/api\/payments\//, 'payment'],
  [/^\/api\/receipts\//, 'receipt'],
  [/^\/api\/counters\//, 'counter'],
  [/^\/api\/auth\/sessions\//, 'session'],
  [/^\/api\/staff\//, 'account'],
  [/^\/api\/shops\/\{\w+\}\/pause$/, 'shop'],
  [/^\/api\/(?:shops|malls|entrance-poster|audit)\//, 'mall'],
  [/^\/api\//, 'shop'],
]
const namedSlots: Readonly<Record<string, Slot>> = { itemName: 'shopName', shopId: 'mall' }

function paramSlot(path: string, name: string): string {
  const named = Object.hasOwn(namedSlots, name) ? namedSlots[name] : undefined
  return slot(named ?? idSlots.find(([pattern]) => pattern.test(path))?.[1] ?? 'shop')
}

/** Calls that hash a password or make a poster take a hundred times as long as others, so they come less often. */
const weightOf = ({ name, method }: Call): number => {
  if (name.includes('poster')) return 1
  const hashes =
    /auth\/(?:login|signup|first-password|password|prove|second-factor|second-factor\/remove)$|^POST \/api\/(?:shops|staff)$|\/menu$|\/reset$/.test(
      name,
    )
  if (hashes) return 2
  // These calls remove or end things for the rest of a round.
  return method === 'DELETE' || /logout$|disable$/.test(name) ? 3 : 4
}

/** Mostly callers that the call is for. */
function callers({ name, opens }: Call): fc.Arbitrary<CallerKind> {
  const { roles = ['staff', 'owner', 'superadmin'] } = callsByName[name as CallName]
  // The next rounds sign in as the super administrator with the first password, so no request may change it.
  const all = (Object.keys(credentials) as CallerKind[]).filter((kind) => kind !== 'superadmin' || name !== changePassword.name)
  const everybody = fc.constantFrom(...all)
  const welcome: CallerKind[] = [
    ...(opens.includes('account') ? roles.filter((role) => all.includes(role)) : []),
    ...(opens.includes('shopper') ? (['shopper'] as const) : []),
  ]
  return welcome.length === 0
    ? everybody
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...welcome) }, { weight: 1, arbitrary: everybody })
}

/** The part of a schema that has fields, also inside `{} | null`. */
const objectOf = (schema: Schema): Schema => (schema.properties ? schema : (schema.anyOf?.find((one) => one.type === 'object') ?? schema))

function drafts(call: Call, people: number): fc.Arbitrary<Draft> {
  const query = call.parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema, required }) => {
      const value = rightJson(schema, name).map((json): [string, string] => [name, String(JSON.parse(json))])
      return required ? value : fc.option(value)
    })
  const path = call.parameters.filter((one) => one.in === 'path').map(({ name }) => [name, paramSlot(call.path, name)])
  return fc.record({
    call: fc.constant(call),
    person: fc.nat(people - 1),
    caller: callers(call),
    params: fc.constant(Object.fromEntries(path) as Record<string, string>),
    query: fc.tuple(...query).map((all) => all.filter((one) => one !== null)),
    fields: call.body === null ? fc.constant(null) : fieldsOf(objectOf(call.body)),
  })
}

const isSlotted = (text: string) => text.includes('‹')
/** Slots are encoded when they are filled. */
const encoded = (text: string) => (isSlotted(text) || !text.isWellFormed() ? text : encodeURIComponent(text))

function put({ call, person, caller, params, query, fields }: Draft, twist = 'right'): Wish {
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
  const search = query.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
  return {
    ...{ call, twist, person, caller, method: call.method, bytes: null, unfinished: false },
    address: search === '' ? path : `${path}?${search}`,
    headers: [...credentials[caller], ...(fields ? ([['content-type', 'application/json']] as [string, string][]) : [])],
    body: fields && objectText(fields),
  }
}

type Twist = (draft: Draft) => fc.Arbitrary<Wish>

/** An idempotency key is mostly a new one; an old one gets the first response again, or a refusal. */
const right: Twist = (draft) =>
  draft.call.parameters.some((one) => one.in === 'header')
    ? fc.option(fc.constantFrom(slot('fresh'), slot('fresh'), slot('fresh'), 'again'), { freq: 3 }).map((key) => {
        const wish = put(draft)
        return key === null ? wish : { ...wish, headers: [...wish.headers, [IDEMPOTENCY_KEY.toLowerCase(), key]] }
      })
    : fc.constant(put(draft))

const wrongField: Twist = (draft) =>
  draft.fields === null || draft.call.body === null
    ? wrongQuery(draft)
    : oneFieldWrong(objectOf(draft.call.body), draft.fields).map((fields) => put({ ...draft, fields }, 'a field'))

const wrongParam: Twist = (draft) => {
  const names = Object.keys(draft.params)
  if (names.length === 0) return wrongField(draft)
  return fc
    .tuple(fc.constantFrom(...names), oddSegment)
    .map(([name, odd]) => put({ ...draft, params: { ...draft.params, [name]: odd } }, 'an address'))
}

const wrongQuery: Twist = (draft) => {
  const names = draft.call.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'x', ''), ...(names.length > 0 ? [fc.constantFrom(...names)] : []))
  return fc.tuple(name, fc.constantFrom('', '[]', '[x]', '.a'), oddSegment, fc.nat(2)).map(([one, suffix, value, times]) => {
    const wish = put(draft, 'a query')
    const odd = Array.from({ length: times + 1 }, () => `${one}${suffix}=${value}`).join('&')
    return { ...wish, address: `${wish.address}${wish.address.includes('?') ? '&' : '?'}${odd}` }
  })
}

const wrongBody: Twist = (draft) =>
  oddBody.map((body) => {
    const wish = put(draft, 'a body')
    return { ...wish, body, headers: draft.fields ? wish.headers : [...wish.headers, ['content-type', 'application/json']] }
  })

const wrongType: Twist = (draft) =>
  oddContentType.map((type) => {
    const wish = put(draft, 'a media type')
    return {
      ...wish,
      body: wish.body ?? '{}',
      headers: [...wish.headers.filter(([name]) => name !== 'content-type'), ['content-type', type]],
    }
  })

const wrongHeader: Twist = (draft) =>
  fc.array(oddHeader, { minLength: 1, maxLength: 3 }).map((odd) => {
    const wish = put(draft, 'headers')
    const names = new Set(odd.map(([name]) => name))
    return { ...wish, headers: [...wish.headers.filter(([name]) => !names.has(name)), ...odd] }
  })

const wrongMethod: Twist = (draft) =>
  fc
    .constantFrom('PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'DELETE', 'PUT', 'POST', 'GET', 'PROPFIND')
    .map((method) => ({ ...put(draft, 'a method'), method }))

/** Bytes that stop before the request is complete: no server can answer them. */
const unfinished: Twist = (draft) => {
  const wish = put(draft, 'unfinished bytes')
  const first = `${wish.method} ${wish.address} HTTP/1.1\r\nhost: localhost`
  return fc
    .constantFrom(
      `${first}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n${wish.body}`,
      `${first}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":`,
      `${first}\r\nx-odd: `,
      wish.method,
      '\r\n\r\n\r\n',
    )
    .map((bytes) => ({ ...wish, bytes, unfinished: true }))
}

/** Bytes that no HTTP client sends: a right request with one spoiled line. */
const wrongBytes: Twist = (draft) => {
  const wish = put(draft, 'bytes')
  const headers = wish.headers.map(([name, value]) => `${name}: ${value}`)
  const whole = (first: string, odd: readonly string[], body = wish.body ?? '', host = ['host: localhost']) =>
    [first, ...host, 'connection: close', ...headers, ...odd, '', body].join('\r\n')
  const { method, address } = wish
  const asked = `${method} ${address} HTTP/1.1`
  const sized = `content-length: ${LENGTH}`
  const firstLines = [
    `${method} ${address}/\xff\xfe HTTP/1.1`,
    `${method} ${address}?\xe0\xa4=1 HTTP/1.1`,
    `${method} ${address} HTTP/1.0`,
    `${method} ${address} HTTP/9.9`,
    `${method.toLowerCase()} ${address} HTTP/1.1`,
    `${method} http://evil.example${address} HTTP/1.1`,
    'OPTIONS * HTTP/1.1',
    `${method}  ${address}  HTTP/1.1`,
    `FROBNICATE ${address} HTTP/1.1`,
  ]
  const lines = [
    [sized, sized],
    [sized, 'content-length: 3'],
    ['content-length: -1'],
    ['content-length: 99999999999999999999'],
    [sized, 'transfer-encoding: chunked'],
    ['transfer-encoding: nonsense'],
    [sized, 'x-odd: a\xff\x80b'],
    [sized, 'x-odd: a\0b'],
    [sized, 'x odd: a'],
    [sized, 'x-odd: a', ' folded: b'],
    [sized, `x-odd: ${'a'.repeat(20_000)}`],
    [sized, ...Array.from({ length: 2500 }, (_, i) => `x-${i}: a`)],
    [sized, 'cookie: rc_shopper=\xff; a="', 'authorization: Bearer \xff'],
    [sized, 'host: twice'],
    [sized, 'connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-version: 13'],
    [sized, 'connection: upgrade', 'upgrade: h2c'],
  ]
  return fc
    .constantFrom(
      ...firstLines.map((first) => whole(first, [sized])),
      ...lines.map((odd) => whole(asked, odd)),
      whole(asked, ['transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
      whole(asked, ['content-type: application/json', sized], '{"a":"\xff"}'),
      whole(asked, [sized], wish.body ?? '', []),
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    )
    .map((bytes) => ({ ...wish, bytes }))
}

const twists: readonly { weight: number; twist: Twist }[] = [
  { weight: 45, twist: right },
  { weight: 22, twist: wrongField },
  { weight: 9, twist: wrongParam },
  { weight: 4, twist: wrongQuery },
  { weight: 6, twist: wrongBody },
  { weight: 3, twist: wrongType },
  { weight: 5, twist: wrongHeader },
  { weight: 3, twist: wrongMethod },
  { weight: 3, twist: wrongBytes },
  { weight: 1, twist: unfinished },
]

export const rightWishes = (call: Call, people: number): fc.Arbitrary<Wish> => drafts(call, people).chain(right)

/** Nearly half of them are right, the others have one thing wrong. */
export function wishes(calls: readonly Call[], people: number): fc.Arbitrary<Wish> {
  const call = fc.oneof(...calls.map((one) => ({ weight: weightOf(one), arbitrary: fc.constant(one) })))
  const twist = fc.oneof(...twists.map(({ weight, twist }) => ({ weight, arbitrary: fc.constant(twist) })))
  return fc.tuple(call, twist).chain(([call, twist]) => drafts(call, people).chain(twist))
}

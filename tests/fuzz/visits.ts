import fc from 'fast-check'
import { oddJson, oddText } from './odd-values.ts'
import { type Slot, slot } from './slots.ts'

/** One realtime connection from its handshake to its end. `isHasty`: the visitor sends before the server has accepted. */
export type Visit = { person: number; caller: VisitorKind } & (
  | { way: 'screen'; says: Saying[] }
  | { way: 'packets'; hello: string; packets: Packet[]; isHasty: boolean }
  | { way: 'polling'; method: string; query: string; body: string | null; type: string }
)
export type VisitorKind = 'nobody' | 'shopper' | 'staff' | 'owner' | 'superadmin' | 'stranger'

/** An event of a screen: its words are JSON texts with slots; `bytes` adds binary data; with `asks` it expects an answer. */
export interface Saying {
  name: string
  words: string[]
  bytes: number | null
  asks: boolean
}
/** Text with slots, or bytes. */
export type Packet = string | Uint8Array<ArrayBuffer>

const oddId = fc.oneof(
  oddJson,
  oddText.map((text) => JSON.stringify(text)),
)
const idField = (...names: Slot[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names).map((name) => JSON.stringify(slot(name))) }, { weight: 1, arbitrary: oddId })
const fields = {
  shopId: idField('shop', 'shop', 'rivalShop'),
  ticketId: idField('ticket'),
  staff: fc.oneof({ weight: 4, arbitrary: fc.constant('true') }, { weight: 1, arbitrary: oddJson }),
  since: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('0', '1', '5', '9007199254740991') }, { weight: 1, arbitrary: oddJson }),
}
const request = fc
  .record(fields, { requiredKeys: [] })
  .map((wished) => `{${Object.entries(wished).map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`)
const asks = fc.nat(9).map((n) => n > 0)
const bytes = fc.option(fc.nat(3000), { freq: 8 })

const saying: fc.Arbitrary<Saying> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ name: fc.constant('watch'), words: request.map((one) => [one]), bytes: fc.constant(null), asks }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('watch'), words: fc.array(oddJson, { maxLength: 3 }), bytes, asks }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.oneof(
        fc.constantFrom('staff', 'ticket', 'shop-digest', '__proto__', 'constructor', 'toString', '', 'tickets-changed'),
        oddText,
      ),
      words: fc.array(oddJson, { maxLength: 3 }),
      bytes,
      asks,
    }),
  },
)

/** Frames of correct clients, and frames that no client sends: of Engine.IO, and of Socket.IO inside its messages. */
const packet: fc.Arbitrary<Packet> = fc.oneof(
  {
    weight: 3,
    arbitrary: request.chain((one) =>
      fc.constantFrom(`420["watch",${one}]`, `42["watch",${one}]`, `42/,7["watch",${one}]`, `42/other,7["watch",${one}]`),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['0', '1', '2', '2probe', '3', '3probe', '4', '5', '6', '7', '99', '', ' ', '\0', 'b', 'bAAAA'],
      ...[
        '40',
        '40{}',
        '40null',
        '40[]',
        '40{',
        '40"a"',
        '40/',
        '40/other',
        '40/other,',
        '40/other,{"token":1}',
        '41',
        '41/other,',
        '43',
        '430[]',
        '439[1]',
      ],
      ...['44', '44{"message":"a"}', '45', '45-', '450-["a"]', '451-', '451-["watch",{"_placeholder":true,"num":0}]', '46', '461-0[]'],
      ...['451-["watch",{"_placeholder":true,"num":"length"}]', '451-["watch",{"_placeholder":true,"num":-1}]', '4599999999-["watch"]'],
      ...['42', '42[', '42[]', '42{}', '42null', '42[null]', '42[1]', '42[{}]', '42[["watch"]]', '420["watch"]', '42-1["watch"]'],
      ...['42["connect"]', '42["connect_error"]', '42["disconnect"]', '42["disconnecting"]', '42["newListener",1]', '42["removeListener"]'],
      ...['420["__proto__"]', '4299999999999999999999["watch",{}]', `420["watch",${'['.repeat(4000)}${']'.repeat(4000)}]`],
      ...[`42/${'x'.repeat(5000)},["watch"]`, `420["watch",{"shopId":"${'x'.repeat(20_000)}"}]`, 'x'.repeat(9_999)],
    ),
  },
  { weight: 2, arbitrary: oddJson.map((one) => `420["watch",${one}]`) },
  { weight: 1, arbitrary: oddJson.map((one) => `40${one}`) },
  { weight: 2, arbitrary: oddText },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((all) => new Uint8Array(all)) },
)

/** No page of ours sends this first message: a token of another type, or something else entirely. */
const oddHello = fc.oneof(
  oddJson.map((one) => `40{"token":${one}}`),
  oddJson.map((one) => `40${one}`),
)

const polling = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'HEAD'),
  query: fc.constantFrom(
    ...['EIO=4&transport=polling', 'EIO=3&transport=polling', 'EIO=4&transport=websocket', 'EIO=4&transport=webtransport', 'EIO=4', ''],
    ...['EIO=4&transport=polling&sid=nobody-s', 'EIO=4&transport=polling&sid=__proto__', 'EIO=4&transport=polling&sid=constructor'],
    ...['EIO=x&transport=polling', 'EIO=4&transport=polling&transport=polling', 'EIO=4&transport[]=polling', 'EIO=4&transport=__proto__'],
    ...[
      'EIO=4&transport=polling&sid[]=a&sid[]=b',
      'EIO=4&transport=polling&b64=1',
      'EIO=4&transport=polling&j=0',
      `EIO=4&transport=${'x'.repeat(5000)}`,
    ],
    ...['EIO=4&transport=polling&t=%', 'EIO=4&transport=polling&sid=%00', 'EIO=4&transport=polling&__proto__[x]=1'],
  ),
  body: fc.oneof(fc.constant(null), fc.constantFrom('40', '42["watch"]', '\x1e\x1e', '', 'x'.repeat(20_000), '2probe', '6:40{}'), oddText),
  type: fc.constantFrom('text/plain;charset=UTF-8', 'application/octet-stream', 'application/json', 'nonsense', ''),
})

const caller = fc.constantFrom<VisitorKind>('nobody', 'shopper', 'shopper', 'staff', 'staff', 'owner', 'superadmin', 'stranger')

/** Visits of every kind of caller: screens that send right and odd events, connections with odd frames, and odd handshakes. */
export const visits = (people: number): fc.Arbitrary<Visit> => {
  const who = { person: fc.nat(people - 1), caller }
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ ...who, way: fc.constant('screen' as const), says: fc.array(saying, { minLength: 1, maxLength: 12 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        ...who,
        way: fc.constant('packets' as const),
        hello: fc.oneof({ weight: 3, arbitrary: fc.constant('40') }, { weight: 1, arbitrary: oddHello }),
        packets: fc.array(packet, { minLength: 1, maxLength: 6 }),
        isHasty: fc.nat(4).map((n) => n === 0),
      }),
    },
    { weight: 2, arbitrary: fc.tuple(fc.record(who), polling).map(([a, b]) => ({ ...a, ...b, way: 'polling' as const })) },
  )
}

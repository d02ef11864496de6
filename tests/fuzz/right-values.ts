import fc from 'fast-check'
import { DEMO_PASSWORD } from '#contract/base/demo.ts'
import { HOUR } from '#contract/base/time.ts'
import type { Schema } from './document.ts'
import { oddJson, oddName } from './odd-values.ts'
import { type Slot, slot } from './slots.ts'

/** Values that a schema allows, and values just outside it. All are JSON texts; their ids are slots of the world. */

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** The head of a WAV file. */
const HUSH = Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0', 'latin1').toString(
  'base64',
)

const text = (...all: string[]) => fc.constantFrom(...all)
const names = text(
  'Asha Verma',
  'नमस्ते 🪷',
  'Zoë',
  'x'.repeat(80),
  "O'Neill & Søn <b>",
  'مرحبا',
  '👩‍👩‍👧‍👧',
  `Place ${slot('fresh')}`,
  `Hall ${slot('fresh')}`,
)
const mobile = fc.oneof({ weight: 5, arbitrary: text(slot('mobile')) }, { weight: 1, arbitrary: text(`6${slot('fresh')}`) })
/** Most drawers of a round are empty. */
const inDrawer = text('0', '0', '0', '1')
const password = text(slot('password'))
const email = fc.oneof({ weight: 1, arbitrary: text(`f${slot('fresh')}@fuzz.test`) }, { weight: 1, arbitrary: text(slot('email')) })
const picture = text('', 'https://pictures.example/one.png', `data:image/png;base64,${PIXEL}`)
const known = (name: Slot) => text(slot(name))

/** Useful values for a field of this name, beyond what its schema says. */
const wishes: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...{ mobile, phone: mobile, number: mobile, phoneNumber: mobile },
  ...{ name: names, newName: names, title: names },
  ...{ email, newEmail: fc.oneof(text(''), email) },
  ...{ password, newPassword: password, confirmPassword: password, mallconpassword: password, shopconpassword: password },
  newShopConPassword: password,
  currentPassword: text(DEMO_PASSWORD),
  role: known('role'),
  resetCode: known('resetCode'),
  challenge: known('challenge'),
  code: text('123456'),
  // The cursor of a page after the last row.
  cursor: text(Buffer.from('["2001-01-01T00:00:00.000Z","1"]').toString('base64url')),
  otp: known('otp'),
  ...{ shopId: known('shop'), shopid: known('shop'), displayid: known('shop') },
  ticketId: known('ticket'),
  counter: known('counter'),
  counterId: known('counter'),
  ...{ taken: inDrawer, handedBack: inDrawer },
  until: text(new Date(Date.now() + HOUR).toISOString()),
  ...{ image: picture, newImage: picture, backgroundImage: picture },
  audio: text('', `data:audio/wav;base64,${HUSH}`),
  ...{ link: text('', 'https://shop.example'), newLink: text('', 'https://shop.example') },
  gstin: text('', '27ABCDE1234F1Z5'),
  timeZone: text('Asia/Kolkata', 'Asia/Kolkata', 'Europe/London', 'Pacific/Apia'),
  ...{ day: text('2028-02-29', '2026-12-31'), from: text('2026-01-01', '2000-01-01'), to: text('2028-02-29', '9999-12-31') },
  lang: text('en', 'hi', 'en,hi', 'hi,en'),
  ...{ phoenixText: text('', 'Phoenix'), pText: text('', 'P', 'ॐ'), royalPassText: text('', 'Royal Pass') },
  ...{ description: text('', 'Tea'), newDescription: text('', 'Tea'), imageAlt: text('', 'A hall') },
}

/**
 * Texts at the lower and the upper limit of the schema. At most 2,000 characters: a picture's limit of three megabytes would take too long.
 */
function edges({ minLength = 0, maxLength = 50 }: Schema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, 2000)
  return fc.constantFrom('a'.repeat(minLength), 'a'.repeat(most), 'रे'.repeat(most / 2), '🪷'.repeat(most / 2))
}

const asJson = (texts: fc.Arbitrary<string>) => texts.map((one) => JSON.stringify(one))

export function rightJson(schema: Schema, name = ''): fc.Arbitrary<string> {
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const))
  if (schema.enum) {
    const all = fc.constantFrom(...schema.enum.map((one) => JSON.stringify(one)))
    return schema.enum.length > 1 && name === 'role'
      ? fc.oneof({ weight: 4, arbitrary: asJson(known('role')) }, { weight: 1, arbitrary: all })
      : all
  }
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightJson(one, name)))
  switch (schema.type) {
    case 'string': {
      if (schema.pattern && !Object.hasOwn(wishes, name)) return asJson(fc.stringMatching(new RegExp(schema.pattern)))
      const wish = Object.hasOwn(wishes, name) ? wishes[name] : undefined
      const edge = asJson(edges(schema))
      return wish ? fc.oneof({ weight: 12, arbitrary: asJson(wish) }, { weight: 1, arbitrary: edge }) : edge
    }
    case 'integer':
    case 'number': {
      const wish = Object.hasOwn(wishes, name) ? wishes[name] : undefined
      if (wish === mobile || wish === inDrawer) return wish
      const { minimum = 0, maximum = 1000 } = schema
      return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum })).map(String)
    }
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'array':
      return arrayOf(schema, (one) => rightJson(one))
    case 'object':
      return fieldsOf(schema).map(objectText)
    default:
      return fc.constant('null')
  }
}

/** Just outside what the schema allows, or far from it. */
export function wrongJson(schema: Schema, name = ''): fc.Arbitrary<string> {
  const beside: fc.Arbitrary<string>[] = [oddJson]
  const { minLength, maxLength, minimum, maximum } = schema
  if (minLength !== undefined) beside.push(fc.constant('""'))
  if (maxLength !== undefined && maxLength < 60_000) beside.push(fc.constant(JSON.stringify('a'.repeat(maxLength + 1))))
  if (minimum !== undefined) beside.push(fc.constantFrom(String(minimum - 1), String(minimum + 0.5)))
  if (maximum !== undefined) beside.push(fc.constant(String(maximum + 1)))
  if (schema.type === 'string')
    beside.push(
      rightJson(schema, name).map((one) => `[${one}]`),
      fc.constant('"nobody-s"'),
    )
  if (schema.type === 'array') beside.push(arrayOf(schema, (one) => wrongJson(one)))
  if (schema.type === 'object')
    beside.push(
      fieldsOf(schema)
        .chain((fields) => oneFieldWrong(schema, fields))
        .map(objectText),
    )
  return fc.oneof(...beside, ...(schema.anyOf ?? []).map((one) => wrongJson(one, name)))
}

function arrayOf(schema: Schema, of: (one: Schema) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { items, prefixItems, minItems = 0, maxItems = 3 } = schema
  const elements = prefixItems
    ? fc.tuple(...prefixItems.map(of))
    : fc.array(items ? of(items) : oddJson, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) })
  return elements.map((all) => `[${all}]`)
}

/** Each field is its name and its JSON text; an optional one is left out at times. */
export function fieldsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<[string, string][]> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const field = rightJson(schema, name).map((json): [string, string] => [name, json])
    return required.includes(name) ? field : fc.option(field)
  })
  return fc.tuple(...fields).map((all) => all.filter((field) => field !== null))
}

/** A field is wrong, missing, given twice, or not in the schema. */
export function oneFieldWrong(schema: Schema, fields: [string, string][]): fc.Arbitrary<[string, string][]> {
  const more = fc.tuple(oddName, oddJson).map((field) => [...fields, field])
  const all = Object.entries(schema.properties ?? {})
  if (all.length === 0) return more
  const wrong = fc
    .constantFrom(...all)
    .chain(([name, inner]) =>
      wrongJson(inner, name).map((json) => [...fields.filter(([other]) => other !== name), [name, json] as [string, string]]),
    )
  const missing = fc.constantFrom(...all).map(([name]) => fields.filter(([other]) => other !== name))
  const twice = fc.constantFrom(...all).map(([name]) => [...fields, ...fields.filter(([other]) => other === name)])
  return fc.oneof(
    { weight: 8, arbitrary: wrong },
    { weight: 2, arbitrary: missing },
    { weight: 1, arbitrary: twice },
    { weight: 2, arbitrary: more },
  )
}

/** The JSON text of an object, which can name a field twice, or `__proto__`. */
export const objectText = (fields: readonly [string, string][]): string =>
  `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`

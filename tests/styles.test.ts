import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { transform, type Visitor } from 'lightningcss'
import { describe, expect, test } from 'vitest'

/**
 * House rules of the style sheets; docs/architecture.md ("Styles") gives the reasons. Each file is read with the parser that the build
 * uses.
 */

const root = join(import.meta.dirname, '..')

interface Sheet {
  /** Relative to the project's folder, with slashes. */
  path: string
  text: string
}

const sheets = filesOf('web', /\.css$/)
const sources = filesOf('web', /\.tsx?$/).filter(({ path }) => !path.endsWith('.test.ts'))

/** The only file that names a colour or the system's theme. */
const TOKENS = 'web/ui/tokens.css'

/** The rules of these files are for a whole wing: resets, type, frames of pages, and the small parts that many screens are built of. */
const global = [
  TOKENS,
  'web/ui/console.css',
  'web/ui/mantine.css',
  'web/console/console-page.css',
  'web/shopper/shopper.css',
  'web/shopper/base.css',
  'web/shopper/stage.css',
  'web/shopper/parts/buttons.css',
  'web/shopper/parts/field.css',
  'web/shopper/parts/night.css',
  'web/shopper/parts/text.css',
]

const parts = sheets.filter(({ path }) => !global.includes(path))

/**
 * Every rule of a part's file has this class in its selector. It is the screen's in the shopper wing, else the file's name.
 * `board-tall.css` next to `board.css` belongs to the board.
 */
function scopeOf(path: string): string {
  const screen = /^web\/shopper\/(entrance|information|payment|token|welcome)\/[\w-]+\.css$/.exec(path)?.[1]
  if (screen !== undefined) return `app--${screen}`
  const name = basename(path, '.css')
  const larger = parts
    .map((part) => part.path)
    .find((other) => dirname(other) === dirname(path) && name.startsWith(`${basename(other, '.css')}-`))
  return larger === undefined ? name : scopeOf(larger)
}

const scopes = [...new Set(parts.map(({ path }) => scopeOf(path)))]

/** The longest scope with which the name of the class begins. */
const ownerOf = (name: string): string | undefined =>
  scopes
    .filter((scope) => name === scope || name.startsWith(`${scope}-`) || name.startsWith(`${scope}__`))
    .sort((a, b) => b.length - a.length)[0]

describe('style sheets', () => {
  test('are found, and the list of global files is true', () => {
    expect(parts.length).toBeGreaterThan(30)
    expect(global.filter((path) => !sheets.some((sheet) => sheet.path === path))).toEqual([])
  })

  test('keep each rule of a part inside of the part', () => {
    const stray = ({ path, text }: Sheet) => {
      const scope = scopeOf(path)
      return selectorsOf(text)
        .filter(({ outer }) => !outer.some((name) => ownerOf(name) === scope))
        .map(
          ({ classes }) =>
            `${path} has a selector (${classes.map((name) => `.${name}`).join(' ') || 'without a class'}) outside of .${scope}; nest it there, or begin its class with the part's name`,
        )
    }
    expect(stray({ path: 'web/features/desk/desk.css', text: '.desk { .x { margin: 0 } }' })).toEqual([])
    expect(stray({ path: 'web/features/desk/desk.css', text: 'body:has(.desk) .x, .desktop { margin: 0 }' })).toHaveLength(2)
    expect(parts.flatMap(stray)).toEqual([])
  })

  test('begin the names of animations with the name of the part', () => {
    const stray = ({ path, text }: Sheet) => {
      const name = scopeOf(path).replace('app--', '')
      return animationsOf(text)
        .filter((animation) => !animation.startsWith(`${name}-`))
        .map((animation) => `${path} names an animation "${animation}"; begin its name with "${name}-"`)
    }
    expect(stray({ path: 'web/features/desk/desk.css', text: '@keyframes pop { to { opacity: 0 } }' })).toHaveLength(1)
    expect(parts.flatMap(stray)).toEqual([])
  })

  test('name no class of Mantine', () => {
    const named = ({ path, text }: Sheet) =>
      selectorsOf(text)
        .flatMap(({ classes }) => classes.filter((name) => name.startsWith('mantine-')))
        .map((name) => `${path} styles .${name}; give the element a class of ours in web/ui/theme.ts or with classNames`)
    expect(named({ path: 'a.css', text: '.a :not(.mantine-Button-root) { margin: 0 }' })).toHaveLength(1)
    expect(sheets.flatMap(named)).toEqual([])
  })

  test('take their colours from the tokens', () => {
    const raw = ({ path, text }: Sheet) => coloursOf(text).map((colour) => `${path} names the colour ${colour}; add a token to ${TOKENS}`)
    const example =
      '.a { color: #fff; border: 1px solid var(--a, red); --b: rgb(0 0 0 / 0.5); background: linear-gradient(white, var(--b)); fill: light-dark(black, var(--c)) }'
    expect(raw({ path: 'a.css', text: example })).toHaveLength(5)
    expect(
      raw({ path: 'a.css', text: '.a { color: currentColor; background: transparent; border-color: CanvasText; fill: var(--red-100) }' }),
    ).toEqual([])
    expect(sheets.filter(({ path }) => path !== TOKENS).flatMap(raw)).toEqual([])
  })

  test('leave the theme to the tokens', () => {
    const asking = /prefers-color-scheme|\bdata-theme\b|\bcolor-scheme\b/
    expect('@media (prefers-color-scheme: dark) { a { margin: 0 } }').toMatch(asking)
    const found = sheets
      .filter(({ path, text }) => path !== TOKENS && asking.test(text))
      .map(({ path }) => `${path} asks for the theme; use light-dark(), or a role of ${TOKENS}`)
    expect(found).toEqual([])
  })

  test('have no class that no source file uses', () => {
    const unused = ({ path, text }: Sheet) =>
      [...new Set(selectorsOf(text).flatMap(({ classes }) => classes))]
        .filter((name) => !isUsed(name))
        .map((name) => `${path} styles .${name}, which no source file uses`)
    expect(unused({ path: 'a.css', text: '.nobody-uses-this { margin: 0 }' })).toHaveLength(1)
    expect(sheets.flatMap(unused)).toEqual([])
  })
})

/** A class is used if a source file has its name, or a template that makes it: `alert--${tone}`. */
const words = new Set(sources.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []))
const templates = sources.flatMap(({ text }) => [...text.matchAll(/(?<![\w-])([a-z][\w-]*--)\$\{/g)].map(([, start]) => start ?? ''))
const isUsed = (name: string): boolean => words.has(name) || templates.some((start) => name.startsWith(start))

interface Selector {
  /** The classes without those inside of `:has()`, `:not()` and the like. */
  outer: string[]
  classes: string[]
}

/** Every selector of a sheet, as a browser without nesting gets it. */
function selectorsOf(text: string): Selector[] {
  const found: Selector[] = []
  read(flat(text), {
    Rule: {
      style({ value }) {
        for (const selector of value.selectors) {
          const outer = selector.flatMap((one) => (one.type === 'class' ? [one.name] : []))
          found.push({ outer, classes: classesIn(selector) })
        }
      },
    },
  })
  return found
}

function classesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('type' in value && value.type === 'class' && 'name' in value && typeof value.name === 'string') return [value.name]
  return Object.values(value).flatMap(classesIn)
}

function animationsOf(text: string): string[] {
  const found: string[] = []
  read(text, {
    Rule: {
      keyframes({ value }) {
        found.push(value.name.value)
      },
    },
  })
  return found
}

/** Leaves out `transparent`, `currentColor` and the system's colours. */
function coloursOf(text: string): string[] {
  const found: string[] = []
  read(text, {
    Color(colour) {
      const isNamed = typeof colour === 'object' && colour.type !== 'currentcolor' && colour.type !== 'light-dark'
      if (isNamed && !('alpha' in colour && colour.alpha === 0)) found.push(nameOf(colour))
    },
    // In a value with var(), the parser leaves names as words.
    Token: {
      ident({ value }) {
        if (value !== 'transparent' && isColour(value)) found.push(value)
      },
    },
  })
  return found
}

/** A colour as one reads it: `rgb(170 187 204 / 1)`. */
const nameOf = (colour: object): string => {
  const { type = '', ...values } = Object.fromEntries(Object.entries(colour))
  const { alpha = 1, ...channels } = values
  return `${type}(${Object.values(channels).join(' ')} / ${alpha})`
}

const known = new Map<string, boolean>()
function isColour(word: string): boolean {
  const before = known.get(word)
  if (before !== undefined) return before
  let is = false
  read(`a{color:${word}}`, {
    Color(colour) {
      is = typeof colour === 'object' && colour.type !== 'currentcolor'
    },
  })
  known.set(word, is)
  return is
}

/** Without nesting, as the oldest browsers of `cssTarget` get it. */
const flat = (text: string): string =>
  transform({ filename: 'flat.css', code: Buffer.from(text), targets: { chrome: 100 << 16 } }).code.toString()

function read(text: string, visitor: Visitor<never>): void {
  transform({ filename: 'read.css', code: Buffer.from(text), visitor, errorRecovery: false })
}

function filesOf(folder: string, wanted: RegExp): Sheet[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
}

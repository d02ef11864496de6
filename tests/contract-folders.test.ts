import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The folder of a call in the contract is the folder of `server/` that serves it, so that its value says where its route is. `contract/http`
 * has the three calls without a story: `server/http` serves the API document, its reference page and the reports of browsers itself.
 */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** A call that a file imports as a value: the folder of the contract, the name of the call there, and what the file writes for it. */
interface Imported {
  folder: string
  name: string
  written: string
}

const IMPORT = /^import (?:\{([^}]*)\}|\* as (\w+)) from '(?:#contract|\.)\/([\w-]+)\/(?:[\w-]+-)?calls\.ts'$/gm

/** The calls that a source imports. Of a whole module (`* as wire`), those that it mentions. */
function importedIn(text: string): Imported[] {
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', whole, folder = '']) => {
    if (whole !== undefined) {
      const mentioned = new Set([...text.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(([, name = '']) => name))
      return [...mentioned].map((name) => ({ folder, name, written: `${whole}.${name}` }))
    }
    return names
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !part.startsWith('type '))
      .map((part) => {
        const [name = '', written = name] = part.split(' as ')
        return { folder, name, written }
      })
  })
}

/** The calls that a source serves: it passes the whole value on (to `serve`, or in a list of values), or routes its path. */
function servedIn(text: string): Imported[] {
  const body = text.replace(/^import (?:type )?(?:\{[^}]*\}|\* as \w+) from '[^']+'$/gm, '')
  return importedIn(text).filter(({ written }) => {
    const value = written.replace('.', '\\.')
    return new RegExp(`(?<![.\\w])${value}(?![.\\w])|\\burl: ${value}\\.path\\b`).test(body)
  })
}

/** The files of the server, with the slice of each. */
const sources = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .map((path) => ({ path, slice: path.split('/')[1] ?? '', text: read(path) }))
/** The files that can serve calls: the routes of the slices, and `server/http`. */
const routes = sources.filter(({ path }) => /[/-]routes\.ts$|^server\/http\//.test(path))

/** The folders of `server/` that serve a call. */
const slicesOf = ({ folder, name }: Imported): string[] => [
  ...new Set(
    routes
      .filter(({ text }) => servedIn(text).some((one) => one.folder === folder && one.name === name))
      .map(({ slice }) => `server/${slice}`),
  ),
]

const list = read('contract/calls.ts')
const listed = /^export const calls = \[([^\]]*)\]/m.exec(list)?.[1]?.match(/\w+/g) ?? []
const imported = importedIn(list)

describe('a call', () => {
  test('is read from the sources as they are written', () => {
    const whole = "import * as wire from '#contract/staff/calls.ts'\n[wire.addStaff, add]\nconst path = wire.listStaff.path"
    expect(servedIn(whole).map(({ name }) => name)).toEqual(['addStaff'])
    const named = "import { joinQueue as joinCall, type Digest, readToken } from '#contract/queue/calls.ts'\nserve(app, joinCall, join)"
    expect(servedIn(named)).toEqual([{ folder: 'queue', name: 'joinQueue', written: 'joinCall' }])
    const plain = "import { reportCsp } from '#contract/http/calls.ts'\napp.route({ url: reportCsp.path, handler })"
    expect(servedIn(plain).map(({ folder }) => folder)).toEqual(['http'])
  })

  test('of the list has its value in a folder of the contract', () => {
    expect(listed.length).toBeGreaterThan(80)
    expect(listed.filter((name) => !imported.some((one) => one.written === name))).toEqual([])
  })

  test('is served by the slice whose folder has its value, and by no other', () => {
    const misplaced = imported.flatMap((call) => {
      const slices = slicesOf(call)
      if (slices.length === 1 && slices[0] === `server/${call.folder}`) return []
      return `${call.name} is in contract/${call.folder}, but it is served by ${slices.length === 0 ? 'no slice' : slices.join(' and ')}`
    })
    expect(misplaced).toEqual([])
  })

  test('is served in the routes of a slice', () => {
    const users = sources.filter(({ text }) => /^import \{ serve \} from '[^']*\/serve\.ts'$/m.test(text)).map(({ path }) => path)
    expect(users.length).toBeGreaterThan(10)
    expect(users.filter((path) => !/^server\/[\w-]+\/(?:.*[/-])?routes\.ts$/.test(path))).toEqual([])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import {
  type AtOnce,
  callsPerMinute,
  type Limit,
  limitsOfCalls,
  type PerMinute,
  type WaitRule,
  type Windows,
} from '#server/limits-of-calls.ts'

/** `docs/security.md` names the tests that hold lines of a standard. These checks fail if a named test is gone. */

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** ASVS 5.0: level 1 of every chapter, level 2 of the chapters 6, 7 and 8. */
const level1 =
  '1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1'
const level2 =
  '6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1'

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, line = '', level = '', , how = '']) => ({
  line,
  level,
  how,
}))

function spanOf(ms: number): string {
  const [unit = SECOND, name = 's'] = (
    [
      [DAY, 'a day'],
      [HOUR, 'an hour'],
      [MINUTE, 'minutes'],
    ] as const
  ).find(([size]) => ms >= size) ?? [SECOND, 's']
  return name.startsWith('a') ? name : ms === MINUTE ? 'a minute' : `${ms / unit} ${name}`
}

function amountOf(row: PerMinute | WaitRule | Windows | AtOnce): string {
  if ('production' in row) return `${row.production} a minute (demo: ${row.demo})`
  if ('free' in row) return `${row.free} in ${spanOf(row.window)}, then a wait of ${spanOf(row.first)} to ${spanOf(row.longest)}`
  if ('windows' in row) return row.windows.map(({ most, span }) => `${most} in ${spanOf(span)}`).join(', ')
  return row.inAll === undefined ? `${row.most}` : `${row.most}; ${row.inAll} of all callers`
}

const keptIn = { node: 'the memory of a node', nodes: 'the memory of all nodes', rows: 'rows' } as const
const rowOf = (row: Limit & (PerMinute | WaitRule | Windows | AtOnce)) =>
  `| ${row.what} | ${row.who} | ${amountOf(row)} | ${keptIn[row.kept]} | \`${row.code}\` |`

describe('the security document', () => {
  test('has every limit that can refuse a caller, as the server applies it', () => {
    const limits = [...Object.values(callsPerMinute), ...Object.values(limitsOfCalls)].map(rowOf)
    const shown = text.split('\n').filter((line) => line.split('|').length === 7 && line.endsWith('` |'))
    expect(shown).toEqual(limits)
  })

  test('has each line of the standard once, at its level', () => {
    expect(rows.filter(({ level }) => level === '1').map(({ line }) => line)).toEqual(level1.split(' '))
    expect(rows.filter(({ level }) => level === '2').map(({ line }) => line)).toEqual(level2.split(' '))
  })

  test('says for each line how it is held, or gives the reason why it is not', () => {
    for (const { line, how } of rows) expect(how, line).toMatch(/^(?:held: `\S+` › .+|not (?:applicable|held)[^:]*: .{15,})$/)
  })

  test('names only tests that exist', () => {
    const held = rows.flatMap(({ line, how }) => {
      const [, file = '', title = ''] = /^held: `(\S+)` › (.+)$/.exec(how) ?? []
      return file === '' ? [] : [{ line, file, title }]
    })
    expect(held.length).toBeGreaterThan(40)
    for (const { line, file, title } of held) {
      const path = join(root, file)
      expect(existsSync(path), `${line}: ${file}`).toBe(true)
      expect(readFileSync(path, 'utf8'), `${line}: a test of ${file}`).toContain(title)
    }
  })

  test('the image has no history of the sources', () => {
    const lines = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n')
    expect(lines).toContain('*')
    expect(lines.filter((line) => line.startsWith('!')).join(' ')).not.toMatch(/\.git|\.env|data|backups/)
  })

  test('gives time limits for updates of libraries', () => {
    expect(text).toMatch(/critical or\s+high finding .* within 7 days, any other within 90 days/)
  })
})

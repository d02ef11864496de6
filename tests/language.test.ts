import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Checks `docs/language.md` as far as a search can. */

const root = join(import.meta.dirname, '..')

interface Phrase {
  instead: string
  pattern: RegExp
  finds: string
  /** Plain English that is close to it. */
  passes?: string
}

const phrases: readonly Phrase[] = [
  {
    instead: 'if, when',
    pattern: /\bwhere (?:there (?:is|are) (?:none|no|any)|it is (?:closed|open|empty|absent|missing|stale|not|none))\b/i,
    finds: 'Null where there is none.',
    passes: 'the shop where it is sold',
  },
  {
    instead: 'is in, is on, appears in',
    pattern: /\bstands? (?:in|on|at|there|behind|here|beside|above)\b/i,
    finds: 'It stands in the body.',
  },
  {
    instead: 'returns, responds with',
    pattern: /(?:;|\bit|\bthe function|\bcall) answers\b|\banswers (?:its|the|an?|with|how|what|whether|who|true|false|null)\b/i,
    finds: 'Opens the order; answers its id.',
    passes: 'the answers of three shoppers',
  },
  { instead: 'another request, the first one', pattern: /\bwhoever\b/i, finds: 'Whoever was faster has decided.' },
  {
    instead: 'is not a',
    pattern: /(?<!\bthere )\bis no (?!longer\b|more\b|better\b)/i,
    finds: 'This is no page.',
    passes: 'There is no page. It is no longer there.',
  },
  { instead: 'has no permission to', pattern: /\bno right to\b/i, finds: 'no right to read' },
  { instead: 'automatically, on its own', pattern: /\bby (?:it|them)sel(?:f|ves)\b/i, finds: 'It ends by itself.' },
  { instead: 'again', pattern: /\banew\b/i, finds: 'begins anew' },
  { instead: 'in the meantime', pattern: /\bmeanwhile\b/i, finds: 'Meanwhile it goes on.' },
  { instead: 'n, this many, a number of', pattern: /\bso many\b/i, finds: 'Waits so many milliseconds.' },
  { instead: 'anyway', pattern: /\ball the same\b/i, finds: 'It happened all the same.' },
  {
    instead: 'no one, someone',
    // in comments: data of a test may have any word
    pattern: /(?:^\s*(?:\/?\*|#)|(?:^|\s)(?:\/\/|\/\*)|\{\/\*).*\b(?:no|some|any|every)body\b/i,
    finds: 'send(it) // Nobody waits for it.',
    passes: "await send(app.address, readPass, { id: 'nobody' })",
  },
  { instead: 'must not, cannot', pattern: /\bmay not\b/i, finds: 'They may not read it.' },
  {
    instead: 'must have at least',
    pattern: /\bhas (?:at least|at most|between) \d+ (?:characters|letters|digits)/i,
    finds: 'SECRET_KEY has at least 32 characters',
    passes: 'must have at least 32 characters',
  },
  { instead: 'is already taken', pattern: /\bthere is one with this\b/i, finds: 'There is one with this name already.' },
  { instead: 'has changed', pattern: /\bhas moved on\b/i, finds: 'The ticket has moved on.' },
  {
    instead: 'a person who, a request that',
    pattern: /(?:^|[.:;*/] )Who (?:has|is|was|waits?|signs?|comes?|leaves?|joins?|asks?|calls?|reads?|pays?)\b(?![^.]*\?)/,
    finds: '// Who waits is handed a number.',
    passes: 'Who is calling? Who may call what',
  },
]

/** Returns paths from the project's root, with slashes. */
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')] : [],
  )
const folders = ['.ci', 'bench', 'contract', 'deploy', 'docs', 'scripts', 'server', 'tests', 'texts', 'web']
const atRoot = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))

/** Files that people write and read. Migrations that have run must not change. */
const written = [...atRoot, ...folders.flatMap(filesBelow)]
  .filter((path) => /\.(?:ts|tsx|js|cjs|css|sql|md|sh|ini|yml|yaml)$|^\.ci\/|^\.env\.example$|Dockerfile$/.test(path))
  .filter(
    (path) =>
      !/^tests\/language\.test\.ts$|^docs\/language\.md$|^server\/db\/migrations\/|^server\/db\/tables\.ts$|node_modules\//.test(path),
  )

describe('plain English', () => {
  test('has files to look into', () => {
    expect(written.length).toBeGreaterThan(500)
  })

  for (const { instead, pattern, finds, passes } of phrases)
    test(`${instead}, not “${finds}”`, () => {
      expect(finds).toMatch(pattern)
      if (passes !== undefined) expect(passes).not.toMatch(pattern)
      const found = written.flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
      )
      expect(found).toEqual([])
    })

  test('a sentence on a screen has at most 25 words', () => {
    const sentences = written
      .filter((path) => /^texts\/.*en.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/: '((?:[^'\\]|\\.)+)'/g)].map(([, text = '']) => text))
      .flatMap((text) => text.split(/(?<=[.?!]) /))
    expect(sentences.length).toBeGreaterThan(300)
    expect(sentences.filter((sentence) => sentence.split(/\s+/).length > 25)).toEqual([])
  })
})

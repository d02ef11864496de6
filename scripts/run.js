// The entry to every command of the project: `node scripts/run.js <task>`. Plain JavaScript for any Node from 18 on, without a single
// import from a package. On a fresh clone there is only this file and the Node of the machine. It installs what the lockfile says if
// needed, builds the web if it is stale, and runs the task on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamps = join(root, 'node_modules', '.red-carpet')
const windows = process.platform === 'win32'
const NEEDED_MAJOR = 24

/** What each task runs under Node 24. If `build` says so, the web is built first. */
const tasks = {
  // A small young generation: the default one grows to 130 MB and gains nothing here. The server sees to it that it stops with npm.
  start: { build: 'if stale', replaces: true, run: ['--max-semi-space-size=8', 'server/main.ts'] },
  dev: {
    run: ['--watch', '--watch-preserve-output', '--watch-path=server', '--watch-path=contract', '--watch-path=texts', 'server/dev.ts'],
  },
  web: { build: 'if stale' },
  build: { build: 'always' },
  // Builds the web itself (`web`), so that a broken build is counted like any other failure.
  test: { run: ['scripts/test.ts'] },
  proof: { run: ['scripts/proof.ts'] },
  check: { run: ['scripts/check.ts'] },
  format: { run: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'] },
  superadmin: { run: ['server/operator/superadmin.ts'] },
  'leave-demo': { run: ['server/operator/leave-demo.ts'] },
  backup: { run: ['scripts/backup.ts'] },
  restore: { run: ['scripts/restore.ts'] },
  tables: { run: ['scripts/generate-tables.ts'] },
}

process.chdir(root)
const [name = 'start', ...rest] = process.argv.slice(2)
// For development only: images of production do not have the tests, and the server refuses the flag in production mode.
const withVendors = 'tests/support/with-vendors/main.ts'
if (name === 'start' && rest.includes('--with-vendors') && existsSync(withVendors)) tasks.start.run = [withVendors]
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
if (!task) fail(`There is no task "${name}". There are: ${Object.keys(tasks).join(', ')}.`)

install()
const node = findNode()
const env = {
  ...process.env,
  PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
  // Node keeps compiled modules there, which saves each start of the server half a second.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(stamps, 'compiled'),
  // The hash of a password takes 19 MB for a moment. Without this, glibc keeps them for each of four threads (decision 0002).
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '1048576',
}
if (task.build) build(task.build)
if (task.run) run([...task.run, ...rest])

/** Installs the lockfile's versions, unless this very lockfile has been installed before. */
function install() {
  const lock = hashOf(['package-lock.json'])
  if (!isStale('installed', lock)) return
  say('Installing what package-lock.json says. The first time this takes about half a minute …')
  // Not `npm ci`: it refuses a lockfile that was written where a registry lacks optional packages of other platforms. This installs the
  // same versions and does not change the lockfile. Without `--include=dev`, NODE_ENV=production would leave the builder out.
  must(process.env, ...npm(), 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
  stamp('installed', lock)
}

/** Node 24 from the package `node`; otherwise the running one, if it is new enough. */
function findNode() {
  const own = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
  for (const candidate of [own, process.execPath]) {
    if (!existsSync(candidate)) continue
    const version = spawnSync(candidate, ['--version'], { encoding: 'utf8' }).stdout ?? ''
    if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) >= NEEDED_MAJOR) return candidate
  }
  return fail(
    `Red Carpet needs Node ${NEEDED_MAJOR} and this is ${process.version}. Its own Node was not set up because npm blocked the install script of the package "node": run "npm rebuild node", then try again.`,
  )
}

/** Builds the web. With `if stale`, only if a source of it has changed since the last build. */
function build(when) {
  const sources = hashOf([
    'web',
    'contract',
    'texts',
    'scripts/build.ts',
    'scripts/budget.ts',
    'scripts/inline-scripts.ts',
    'package-lock.json',
  ])
  const built = existsSync('dist/client/shopper.json') && existsSync('dist/ssr/shopper.js')
  if (when === 'if stale' && built && !isStale('built', sources)) return
  say('Building the web …')
  must(env, node, 'scripts/build.ts')
  stamp('built', sources)
}

/**
 * Runs the task in the foreground and exits as the task exits. If Node can (from 22.15 on, not on Windows), the server replaces this process,
 * which would otherwise keep 45 MB beside it.
 */
function run(args) {
  if (task.replaces && process.execve) {
    // Node warns that this function is new. The operator of a shop cannot do anything about it.
    process.removeAllListeners('warning')
    process.execve(node, [node, ...args], env)
  }
  const child = spawn(node, args, { stdio: 'inherit', env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  // npm does not pass SIGTERM on: it ends its shell and leaves this process running, and the server would keep the port. So if npm started
  // this process and that shell is gone, the child gets SIGTERM.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 100).unref()
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const one of signals) process.removeAllListeners(one)
    process.kill(process.pid, signal)
  })
}

/** The npm that started this process; otherwise npm by its name. */
function npm() {
  const script = process.env.npm_execpath ?? ''
  return /^npm.*js$/.test(basename(script)) ? [process.execPath, script] : ['npm']
}

function must(environment, command, ...args) {
  const done = spawnSync(command, args, { stdio: 'inherit', env: environment, shell: windows && command === 'npm' })
  if (done.error) fail(`${command} could not be started: ${done.error.message}`)
  if (done.status !== 0) fail(`"${basename(command)} ${args.join(' ')}" failed.`, done.status ?? 1)
}

function isStale(name, now) {
  const file = join(stamps, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== now
}

/** Stamps are in node_modules, so that they disappear together with what they vouch for. */
function stamp(name, now) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), now)
}

/** One hash over the names and contents of files and whole folders. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesOf(join(root, path)))
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesOf(join(path, name)))
}

function say(sentence) {
  console.log(sentence)
}

function fail(sentence, code = 1) {
  console.error(sentence)
  // The last line of `npm test` is always the count, even if no test could be started.
  if (name === 'test') say('0 passed, 1 failed')
  process.exit(code)
}

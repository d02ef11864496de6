import { type ChildProcess, spawn } from 'node:child_process'
import { freePorts } from '#scripts/servers/free-port.ts'
import { eventually } from '#tests/support/server/app.ts'

/** `npm start -- --with-vendors` in another process. */
export interface DemoWithVendors {
  address: string
  /** The page on which the test is the bank and the clock. */
  desk: string
  act(name: 'decide' | 'reject' | 'pass' | 'hold' | 'release' | 'settle'): Promise<void>
  output(): string
  /** Ends it as Ctrl-C does; resolves to its exit code. */
  stop(): Promise<number | null>
}

/** Starts a script that calls `startDemoWithVendors`, and waits until it is ready. Throws what it has printed if it ends instead. */
export async function openDemoWithVendors(script: string): Promise<DemoWithVendors> {
  const { ended, ...demo } = await launchDemoWithVendors(script)
  if (!demo.output().includes(demo.desk)) throw new Error(`it ended with ${await ended} instead of starting\n${demo.output()}`)
  return demo
}

/** As `openDemoWithVendors`, with more settings; also resolves when it has ended, with its exit code. */
export async function launchDemoWithVendors(
  script: string,
  env: Record<string, string> = {},
): Promise<DemoWithVendors & { ended: Promise<number | null> }> {
  // The page of the vendors listens on the port after the demo's.
  const [port = 0] = await freePorts(2)
  // No variables of the environment: a DATABASE_URL there would change the mode.
  const child: ChildProcess = spawn(process.execPath, [script, '--with-vendors'], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += part
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const desk = `http://127.0.0.1:${port + 1}/`
  await Promise.race([ended, eventually(() => (output.includes(desk) ? true : undefined), 240_000)])
  return {
    address: `http://127.0.0.1:${port}`,
    desk,
    async act(name) {
      const { status } = await fetch(desk, { method: 'POST', body: new URLSearchParams({ act: name }), redirect: 'manual' })
      if (status !== 303) throw new Error(`the desk of the vendors answered ${status}`)
    },
    output: () => output,
    ended,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}

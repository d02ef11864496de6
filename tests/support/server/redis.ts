import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { freePort } from '#scripts/servers/free-port.ts'
import { eventually } from '#tests/support/server/app.ts'

/** A Redis for one test, on a separate port. It can stop and come back. */
export interface TestRedis {
  url: string
  start(): Promise<void>
  /** Kills it at once (SIGKILL): its memory is lost. */
  kill(): Promise<void>
  /** Stops it: its connections stay open, but it does not answer. */
  freeze(): void
  /** Kills it for good: a test that has timed out and still runs cannot start it again. */
  cleanUp(): Promise<void>
}

/** Finds a port for a Redis. It is not started yet. `redis-server` must be installed on this machine. */
export async function testRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child: ChildProcess | null = null
  let over = false
  const kill = async () => {
    const running = child
    child = null
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      if (over) throw new Error('the test is over')
      const running = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()], {
        stdio: 'ignore',
      })
      child = running
      await once(running, 'spawn')
      await eventually(() => answers(port))
    },
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    async cleanUp() {
      over = true
      await kill()
    },
  }
}

/** Resolves to true if Redis answers on the port, else to undefined. */
const answers = (port: number) =>
  new Promise<true | undefined>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.on('data', (data) => resolve(String(data).startsWith('+PONG') ? true : undefined))
    socket.on('data', () => socket.destroy())
    socket.on('error', () => resolve(undefined))
  })

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** The questions that a child process answers, by name; each takes one argument. */
export type Answers = Readonly<Record<string, (asked: never) => unknown>>

export interface Child<T extends Answers> {
  ask<Name extends keyof T & string>(name: Name, asked?: Parameters<T[Name]>[0]): Promise<Awaited<ReturnType<T[Name]>>>
  stop(): Promise<void>
}

interface Question {
  id: number
  name: string
  asked: unknown
}
interface Reply {
  id: number
  answer?: unknown
  failed?: string
}

/** Starts a file of this folder, or one at an absolute path. The process ends when the benchmark ends, even after a crash. */
export function startChild<T extends Answers>(file: string, env: Record<string, string> = {}): Child<T> {
  const child: ChildProcess = fork(resolve(import.meta.dirname, file), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
    serialization: 'advanced',
  })
  const open = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  child.on('message', ({ id, answer, failed }: Reply) => {
    const waiting = open.get(id)
    open.delete(id)
    if (failed === undefined) waiting?.resolve(answer as never)
    else waiting?.reject(new Error(`${file}: ${failed}`))
  })
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${file} ended with ${code}`))
    open.clear()
  })
  return {
    ask: (name, question) =>
      new Promise((resolve, reject) => {
        asked += 1
        open.set(asked, { resolve, reject })
        child.send({ id: asked, name, asked: question } satisfies Question)
      }),
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** The child's side: handles questions until the benchmark disconnects. */
export function answer(answers: Answers, stop: () => Promise<void> = async () => {}): void {
  process.on('message', async ({ id, name, asked }: Question) => {
    try {
      process.send?.({ id, answer: await answers[name]?.(asked as never) } satisfies Reply)
    } catch (error) {
      process.send?.({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply)
    }
  })
  process.on('disconnect', () => void stop().finally(() => process.exit(0)))
}

/** A clock that all processes of the machine share, in ms. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

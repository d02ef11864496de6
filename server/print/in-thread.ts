import { Worker } from 'node:worker_threads'

/** In ms; a drawing takes less than one second. */
const LONGEST_MS = 30_000

/**
 * Returns the PDF, or null if the thread posts null. A drawing keeps a processor busy for a third of a second, and requests must not
 * wait for it. `file` is the thread's source; it gets the job as `workerData`.
 */
export function drawInThread(file: URL, job: unknown): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(file, { workerData: job, execArgv: [] })
    const late = setTimeout(() => void thread.terminate(), LONGEST_MS)
    thread.once('message', (pdf: Uint8Array | null) => resolve(pdf && Buffer.from(pdf)))
    thread.once('error', reject)
    thread.once('exit', (code) => {
      clearTimeout(late)
      // After a message this has no effect.
      reject(new Error(`the thread of a drawing ended with code ${code} and without a drawing`))
    })
  })
}

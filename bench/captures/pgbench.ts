import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The issue for this comparison demands this number. */
export const PGBENCH_CLIENTS = 16
/** The owing shoppers prepared for each client and second: more than a pgbench client can capture. */
const MOST_PER_CLIENT = 1500

/** How many owing shoppers a run of `seconds` seconds can need. */
export const shoppersFor = (seconds: number): number => Math.ceil(MOST_PER_CLIENT * seconds) * PGBENCH_CLIENTS

/** Runs `script` with prepared statements, beginning with shopper `from`. Returns the captures a second. */
export async function pgbench(url: string, script: string, from: number, seconds: number): Promise<number> {
  const file = join(import.meta.dirname, script)
  const variables = ['-D', 'i=-1', '-D', `from=${from}`, '-D', `each=${Math.ceil(MOST_PER_CLIENT * seconds)}`]
  const load = ['-n', '-M', 'prepared', '-c', String(PGBENCH_CLIENTS), '-j', '2', '-T', String(seconds)]
  const { stdout } = await promisify(execFile)('pgbench', [...load, ...variables, '-f', file, url])
  const perSecond = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
  if (perSecond === undefined || !/number of failed transactions: 0 /.test(stdout)) throw new Error(`pgbench: ${stdout}`)
  return Number(perSecond)
}

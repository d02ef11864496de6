import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** pgbench's clients, as the issue of the comparison wants it. */
export const PGBENCH_CLIENTS = 16
/** More captures a second than a client of pgbench ever makes: so many shoppers are made ready for each. */
const MOST_PER_CLIENT = 1500

/** How many owing shoppers a run of so many seconds may need. */
export const shoppersFor = (seconds: number): number => Math.ceil(MOST_PER_CLIENT * seconds) * PGBENCH_CLIENTS

/** The captures a second of pgbench with this script, prepared, from shopper `from` on. */
export async function pgbench(url: string, script: string, from: number, seconds: number): Promise<number> {
  const file = join(import.meta.dirname, script)
  const variables = ['-D', 'i=-1', '-D', `from=${from}`, '-D', `each=${Math.ceil(MOST_PER_CLIENT * seconds)}`]
  const load = ['-n', '-M', 'prepared', '-c', String(PGBENCH_CLIENTS), '-j', '2', '-T', String(seconds)]
  const { stdout } = await promisify(execFile)('pgbench', [...load, ...variables, '-f', file, url])
  const perSecond = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
  if (perSecond === undefined || !/number of failed transactions: 0 /.test(stdout)) throw new Error(`pgbench: ${stdout}`)
  return Number(perSecond)
}

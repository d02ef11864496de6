import { cpus, loadavg, totalmem } from 'node:os'

/** One line about the machine and its load, since other work affects the figures. */
export function machine(): string {
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`
  return `${process.platform}, ${cpus().length} × ${cpus()[0]?.model}, ${memory}, Node ${process.versions.node}, load average ${load}`
}

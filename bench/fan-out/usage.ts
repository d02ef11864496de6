/** So far: CPU in ms of one core, memory in bytes. */
export interface Usage {
  cpu: number
  rss: number
  heap: number
}

/** The usage of this process. With `lean`, it first collects all garbage and returns the memory to the system. */
export function usage(lean: boolean): Usage {
  if (lean) for (let i = 0; i < 3; i += 1) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return { cpu: (user + system) / 1000, rss, heap: heapUsed }
}

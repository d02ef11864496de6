import { readFileSync } from 'node:fs'

/** Returns `v1.0.11`, or `Unknown` if it cannot be read. */
export function readVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version?: unknown }
    return typeof version === 'string' && version !== '' ? `v${version}` : 'Unknown'
  } catch {
    return 'Unknown'
  }
}

import { readFileSync } from 'node:fs'

/** Returns the version as people read it, `v1.0.11`; `Unknown` if it cannot be read. */
export function readVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version?: unknown }
    return typeof version === 'string' && version !== '' ? `v${version}` : 'Unknown'
  } catch {
    return 'Unknown'
  }
}

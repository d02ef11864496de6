import { readFileSync } from 'node:fs'

/** The version as people read it, `v1.0.11`; `Unknown` when it cannot be read. */
export function readVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version?: unknown }
    return typeof version === 'string' && version !== '' ? `v${version}` : 'Unknown'
  } catch {
    return 'Unknown'
  }
}

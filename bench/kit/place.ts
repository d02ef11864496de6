import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Place = ({ url: string } | { dataDir: string }) & { cleanUp(): Promise<void> }

/** A benchmark makes its own database on this server. */
const server = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export async function freshPlace(engine: 'PostgreSQL' | 'embedded'): Promise<Place> {
  if (engine === 'embedded') {
    const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-bench-'))
    return { dataDir, cleanUp: async () => rmSync(dataDir, { recursive: true, force: true }) }
  }
  const name = `rc_bench_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, cleanUp: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

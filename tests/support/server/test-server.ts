/** The tests make and drop databases on this PostgreSQL server. */
export const testServer = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A PgBouncer in transaction mode in front of that server, if the tests go through one. */
const testPooler = process.env.TEST_POOLER_URL ?? ''

export const withName = (name: string): string => named(testServer, name)

function named(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The address leads through the pooler if there is one and the database is on the test server, else it is the database's own. */
export function placeAt(url: string): { url: string; sessionUrl?: string } {
  if (testPooler === '' || new URL(url).host !== new URL(testServer).host) return { url }
  return { url: named(testPooler, new URL(url).pathname.slice(1)), sessionUrl: url }
}

/** The same addresses as settings of a product in demo mode. */
export function databaseSettings(url: string): Record<'DATABASE_URL' | 'DATABASE_SESSION_URL' | 'DEMO', string> {
  if (url === '') return { DATABASE_URL: '', DATABASE_SESSION_URL: '', DEMO: '' }
  const place = placeAt(url)
  return { DATABASE_URL: place.url, DATABASE_SESSION_URL: place.sessionUrl ?? '', DEMO: '1' }
}

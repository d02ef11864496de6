/** The PostgreSQL server whose databases the tests make and drop. */
export const testServer = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The address of another database on the test server. */
export function withName(name: string): string {
  const url = new URL(testServer)
  url.pathname = `/${name}`
  return url.href
}

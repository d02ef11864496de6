import { chownSync, mkdtempSync, statSync } from 'node:fs'

/**
 * Makes a folder for one server. PostgreSQL and PgBouncer refuse to run as root. If this process is root, the folder belongs to the account
 * of the PostgreSQL package, and the server must run as that account.
 */
export function ownFolder(): { home: string; account: { uid?: number; gid?: number } } {
  // The folder for temporary files of this session may be closed to another account.
  const home = mkdtempSync('/tmp/red-carpet-server-')
  if (process.getuid?.() !== 0) return { home, account: {} }
  const { uid, gid } = statSync('/var/lib/postgresql')
  chownSync(home, uid, gid)
  return { home, account: { uid, gid } }
}

import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession, type StoredSession, sessionToken } from './session.ts'

/** Renewed each time a session begins or ends, in this tab or another one. */
export function useSession(): StoredSession | null {
  // The token is the snapshot, because strings compare by value. A new object at each reading would render for ever.
  const token = useSyncExternalStore(onSessionChange, sessionToken)
  return token === null ? null : readSession()
}

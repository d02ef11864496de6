import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession, type StoredSession, sessionToken } from './session.ts'

/** The stored session, fresh at each sign-in and end, in this tab or another one. */
export function useSession(): StoredSession | null {
  // The token is the snapshot: a string compares by value, a new object at each reading would render for ever.
  const token = useSyncExternalStore(onSessionChange, sessionToken)
  return token === null ? null : readSession()
}

import { z } from 'zod'
import type { Role } from '../../contract/accounts.ts'
import { role as roleCodec } from '../../contract/accounts.wire.ts'

/** Who is signed in, as this browser remembers it. The server decides; this only chooses screens. */
export interface StoredSession {
  token: string
  role: Role
  /** The owner's (first) mall or the staff's (first) shop; null where there is none. */
  shopId: string | null
}

/** Fired in this tab when the session is stored or cleared; other tabs hear the browser's own `storage` event. */
const CHANGED = 'session-changed'

/** The stored session; null where nobody is signed in. A token alone counts, because protected screens ask for nothing more. */
export function readSession(): StoredSession | null {
  const token = localStorage.getItem('token')
  if (token === null || token === '') return null
  const role = roleCodec.safeParse(localStorage.getItem('role'))
  return { token, role: role.success ? role.data : 'staff', shopId: localStorage.getItem('shopId') }
}

/** The bearer of calls and of the socket. */
export const sessionToken = (): string | null => readSession()?.token ?? null

/** Remembers a sign-in under the specified keys; the role is kept in the wire's spelling. */
export function storeSession(session: StoredSession): void {
  localStorage.setItem('token', session.token)
  localStorage.setItem('role', z.encode(roleCodec, session.role))
  if (session.shopId === null) localStorage.removeItem('shopId')
  else localStorage.setItem('shopId', session.shopId)
  localStorage.setItem('isAuthenticated', 'true')
  sessionStorage.removeItem(ENDED)
  window.dispatchEvent(new Event(CHANGED))
}

/** Marks, for this tab's next sign-in page, that the session ended without a logout. */
const ENDED = 'sessionEnded'

/** Forgets who was signed in, and what was remembered for them in this tab; `ended` where they did not log out themselves. */
export function clearSession(how: 'logout' | 'ended'): void {
  for (const key of ['token', 'role', 'shopId', 'isAuthenticated', 'clickedState']) localStorage.removeItem(key)
  sessionStorage.clear()
  if (how === 'ended') sessionStorage.setItem(ENDED, 'true')
  window.dispatchEvent(new Event(CHANGED))
}

/** True where the last session of this tab ended by itself; the sign-in page says so until the next sign-in. */
export const sessionEndedHere = (): boolean => sessionStorage.getItem(ENDED) === 'true'

/** Calls back when the session begins or ends, in this tab or another one; the answer stops it. */
export function onSessionChange(heard: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) heard()
  }
  window.addEventListener(CHANGED, heard)
  window.addEventListener('storage', fromElsewhere)
  return () => {
    window.removeEventListener(CHANGED, heard)
    window.removeEventListener('storage', fromElsewhere)
  }
}

import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { accountLive } from '#web/session/account-live.ts'
import { clearSession } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { forgetAll } from '#web/ui/tell.tsx'

/**
 * People without a stored token, and those whose session ends, go to the sign-in page. A person who opened the page without being signed in
 * comes back to it afterwards. A person who signs out here does not: the next one may be someone else.
 */
export function SignedInOnly() {
  const token = useSession()?.token
  const { pathname, search } = useLocation()
  const wasIn = useRef(token !== undefined)
  if (token !== undefined) wasIn.current = true
  const opened = wasIn.current ? null : { opened: pathname + search }
  useEffect(() => {
    if (token === undefined) return forgetAll()
    return accountLive().watch({}, { sessionEnded: () => clearSession('ended') })
  }, [token])
  return token === undefined ? <Navigate to="/" replace state={opened} /> : <Outlet />
}

import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { accountLive } from '../session/account-live.ts'
import { clearSession } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { forgetAll } from '../ui/tell.tsx'

/** Lets in whoever has a stored token; others, and those whose session ends meanwhile, go to the sign-in page. */
export function SignedInOnly() {
  const token = useSession()?.token
  useEffect(() => {
    if (token === undefined) return forgetAll()
    return accountLive().watch({}, { sessionEnded: () => clearSession('ended') })
  }, [token])
  return token === undefined ? <Navigate to="/" replace /> : <Outlet />
}

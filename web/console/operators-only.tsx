import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '#web/session/use-session.ts'

/** An account with another stored role goes to `/`, and from there to the screen of its role. */
export function OperatorsOnly({ children }: { children: ReactNode }) {
  return useSession()?.role === 'superadmin' ? children : <Navigate to="/" replace />
}

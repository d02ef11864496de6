import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../session/use-session.ts'

/** Screens for super administrators; whoever has another role stored goes to `/`, and from there on by role. */
export function OperatorsOnly({ children }: { children: ReactNode }) {
  return useSession()?.role === 'superadmin' ? children : <Navigate to="/" replace />
}

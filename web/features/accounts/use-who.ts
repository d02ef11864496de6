import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignedIn } from '../../../contract/accounts.ts'
import { clearSession } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { signOut, whoAmI } from './api.ts'

const key = (token: string | undefined) => ['who', token] as const

/** Who is signed in, asked of the server once per session. */
export function useWho() {
  const token = useSession()?.token
  return useQuery({ queryKey: key(token), queryFn: ({ signal }) => whoAmI(signal), enabled: token !== undefined, staleTime: 300_000 })
}

/** Remembers what the sign-in has just answered, so that the next screen need not ask. */
export function useRememberWho(): (token: string, who: SignedIn) => void {
  const queries = useQueryClient()
  return (token, who) => queries.setQueryData(key(token), who)
}

/** Logs out: ends the session on the server, forgets it here and loads the sign-in page anew. */
export function useLogout(): () => Promise<void> {
  return async () => {
    // Without a connection the session lives on at the server until it ends by itself; here it is gone.
    await signOut().catch((error: unknown) => console.info('logout', error))
    clearSession('logout')
    window.location.assign('/')
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignedIn } from '../../../contract/accounts.ts'
import { clearSession, storeSession } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { type Entered, signOut, whoAmI } from './api.ts'

const key = (token: string | undefined) => ['who', token] as const

/** Who is signed in, asked of the server once per session. */
export function useWho() {
  const token = useSession()?.token
  return useQuery({ queryKey: key(token), queryFn: ({ signal }) => whoAmI(signal), enabled: token !== undefined, staleTime: 300_000 })
}

/** Stores the session that a sign-in has just answered, and who it is, so that the next screen need not ask. */
export function useEnter(): (entered: Entered) => SignedIn {
  const queries = useQueryClient()
  return ({ session, who }) => {
    queries.setQueryData(key(session.token), who)
    storeSession(session)
    return who
  }
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

/** Leaves for another address as nobody: ends the session here and on the server. `newTab` opens it beside this page. */
export function leaveFor(address: string, newTab: boolean): void {
  const ended = signOut().catch((error: unknown) => console.info('logout', error))
  if (newTab) {
    // Before the new page reads what is stored; the call has taken its token along already.
    clearSession('logout')
    window.open(address, '_blank', 'noopener')
    return
  }
  void ended.then(() => {
    clearSession('logout')
    window.location.assign(address)
  })
}

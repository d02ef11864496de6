import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { logout, me } from '#contract/sign-in/calls.ts'
import { keyOf, type Told } from '#web/data/query.ts'
import { ask } from '#web/session/account-call.ts'
import { readSession, type StoredSession, storeSession } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'

/** On the wire, `shopIds` holds mall ids for an owner and shop ids for staff. From here on they are `mallIds` and `shopIds`. */
export function signedIn({ user, shopIds }: Pick<z.output<typeof me.answer>, 'user' | 'shopIds'>): SignedIn {
  return { account: user, mallIds: user.role === 'owner' ? shopIds : [], shopIds: user.role === 'staff' ? shopIds : [] }
}

/** The token is in the key: it is the only parameter of the call. */
const whoOf = (token: string | undefined) =>
  queryOptions({ queryKey: keyOf(me, {}, token), queryFn: async ({ signal }) => signedIn(await ask(me, { signal })), staleTime: 300_000 })

/** The signed-in account, kept per session token and fresh for five minutes. */
export function useWho() {
  const token = useSession()?.token
  return useQuery({ ...whoOf(token), enabled: token !== undefined })
}

export interface OpenedSession {
  session: StoredSession
  who: SignedIn
}

/** A step that can finish a sign-in. It stores the session and the account, so that the next screen need not ask the server. */
export function useEntering<V>(enter: (values: V) => Promise<OpenedSession>, told: Told<SignedIn, V>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => enter(values),
    onSuccess: ({ session, who }, values) => {
      queries.setQueryData(whoOf(session.token).queryKey, who)
      storeSession(session)
      return told.onSuccess?.(who, values)
    },
    onError: (failure, values) => told.onError?.(failure, values),
  })
}

/** Replaces the session token and keeps the signed-in account. */
export function useRenew(): (token: string) => void {
  const queries = useQueryClient()
  return (token) => {
    const session = readSession()
    if (!session) return
    queries.setQueryData(whoOf(token).queryKey, queries.getQueryData(whoOf(session.token).queryKey))
    storeSession({ ...session, token })
  }
}

/** Ends the session on the server. The caller clears it in this browser even if this call fails. */
export async function signOut(): Promise<void> {
  await ask(logout, { timeoutMs: 4000 })
}

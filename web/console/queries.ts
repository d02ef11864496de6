import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailure } from '#web/api/call.ts'
import { clearSession, onSessionChange, sessionToken } from '#web/session/session.ts'

/** If the session has ended on the server, this clears it, and the screens lead to the sign-in page. */
function noticeFailure(error: unknown): void {
  console.info('call', error)
  if (error instanceof CallFailure && error.code === 'not_signed_in' && sessionToken() !== null) clearSession('ended')
}

/** The screens show errors. Only failures that may pass (no answer, 5xx) are retried automatically. */
export function consoleQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: noticeFailure }),
    mutationCache: new MutationCache({ onError: noticeFailure }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Live data comes through the socket. Screens that poll override this.
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (tries, error) => tries < 2 && error instanceof CallFailure && (error.offline || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
  // The next person must not see what the last person saw.
  onSessionChange(() => {
    if (sessionToken() === null) queries.clear()
  })
  return queries
}

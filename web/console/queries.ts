import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailure } from '../api/call.ts'
import { clearSession, onSessionChange, sessionToken } from '../session/session.ts'

/** Logs what failed. A session that the server no longer knows is forgotten here, too; the screens then lead to the sign-in page. */
function noticeFailure(error: unknown): void {
  console.info('call', error)
  if (error instanceof CallFailure && error.code === 'not_signed_in' && sessionToken() !== null) clearSession('ended')
}

/** The cache of what the server said. Errors are shown by the screens; only answers of "not now" are asked again by themselves. */
export function consoleQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: noticeFailure }),
    mutationCache: new MutationCache({ onError: noticeFailure }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Live data comes by the socket; screens that poll say so themselves.
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (tries, error) => tries < 2 && error instanceof CallFailure && (error.offline || error.status >= 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
  // What the last person saw is nobody else's.
  onSessionChange(() => {
    if (sessionToken() === null) queries.clear()
  })
  return queries
}

import { useQuery } from '@tanstack/react-query'
import { readPlain } from '#web/api/plain.ts'

/** The plain-text addresses for programs. They are not calls of the contract, so their address is the key. */
const plainOf = (path: '/health' | '/version') => ({
  queryKey: [path],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPlain(path, signal),
  retry: false,
})

/** `OK` while the service answers; read every ten seconds. */
export const useHealth = () => useQuery({ ...plainOf('/health'), refetchInterval: 10_000 })

/** The running version with a `v` before it. */
export const useVersion = () => useQuery(plainOf('/version'))

/** The running version as the server says it now. */
export const readVersion = (signal: AbortSignal): Promise<string> => readPlain('/version', signal)

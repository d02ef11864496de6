import { useQuery } from '@tanstack/react-query'
import { readPlain } from '#web/api/plain.ts'

/** These addresses are not calls of the contract, so the address is the key. */
const plainOf = (path: '/health' | '/version') => ({
  queryKey: [path],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPlain(path, signal),
  retry: false,
})

/** `OK` while the service answers. */
export const useHealth = () => useQuery({ ...plainOf('/health'), refetchInterval: 10_000 })

/** With a `v` before it. */
export const useVersion = () => useQuery(plainOf('/version'))

export const readVersion = (signal: AbortSignal): Promise<string> => readPlain('/version', signal)

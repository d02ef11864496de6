import { useLocation } from 'react-router'
import { useWho } from '#web/data/accounts/who.ts'

/** Undefined until it is known who is signed in. */
export function useManages(mallId: string): boolean | undefined {
  const who = useWho().data
  return who && (who.account.role === 'superadmin' || who.mallIds.includes(mallId))
}

/**
 * The menu leads to the pages of this mall. It is the mall of the page. On a page of no mall it is the one that the person comes from,
 * which links pass on as `state`; otherwise an owner's first. Undefined if there is none.
 */
export function useMallHere(mallId: string | undefined): string | undefined {
  const who = useWho().data
  const { state } = useLocation()
  if (who === undefined) return undefined
  const mine = (id: unknown): id is string => typeof id === 'string' && (who.account.role === 'superadmin' || who.mallIds.includes(id))
  return [mallId, (state as { mallId?: unknown } | null)?.mallId].find(mine) ?? who.mallIds[0]
}

import { useWho } from '../features/accounts/use-who.ts'

/** Whether the signed-in account manages this mall; undefined until it is known who that is. */
export function useManages(mallId: string): boolean | undefined {
  const who = useWho().data
  return who && (who.account.role === 'superadmin' || who.mallIds.includes(mallId))
}

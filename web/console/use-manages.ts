import { useWho } from '#web/data/accounts/who.ts'

/** Whether the signed-in account manages this mall; undefined until it is known who is signed in. */
export function useManages(mallId: string): boolean | undefined {
  const who = useWho().data
  return who && (who.account.role === 'superadmin' || who.mallIds.includes(mallId))
}

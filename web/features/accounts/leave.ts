import { paths } from '#contract/screens.ts'
import { signOut } from '#web/data/accounts/who.ts'
import { clearSession, noteLeftFor } from '#web/session/session.ts'

/** Ends the session on the server and in this browser, and loads the sign-in page. */
export async function logOut(): Promise<void> {
  // Without a connection the session stays valid on the server until it expires.
  await signOut().catch((error: unknown) => console.info('logout', error))
  clearSession('logout')
  window.location.assign('/')
}

/** Ends the session here and on the server, and opens a shop's sign-in page, which says so. */
export function leaveFor(shop: { id: string; name: string }, newTab: boolean): void {
  const address = paths.visit(shop.id)
  noteLeftFor(shop)
  const ended = signOut().catch((error: unknown) => console.info('logout', error))
  if (newTab) {
    // Clear before the new page reads the storage. The logout call already has its token.
    clearSession('logout')
    window.open(address, '_blank', 'noopener')
    return
  }
  void ended.then(() => {
    clearSession('logout')
    window.location.assign(address)
  })
}

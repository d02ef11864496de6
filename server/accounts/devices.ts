import { DAY, SECOND } from '#contract/base/time.ts'
import { holderOf, newCredential } from '#server/kit/credentials.ts'
import { sameText, type Vault } from '#server/kit/hash.ts'

/** How long a browser is remembered, in seconds. */
export const DEVICE_MAX_AGE = (180 * DAY) / SECOND
/** How many accounts one browser remembers: the staff who share a till. */
const MOST_ACCOUNTS = 8
const MARK_LENGTH = 22

export interface Remembered {
  id: string
  passwordHash: string
}

/**
 * The value of the device cookie: the browser's own credential, and a mark for each account that has signed in with it. A mark covers the
 * password's hash, so a changed password forgets every browser. The cookie gives no rights; it only chooses whose failures count.
 */
const partsOf = (vault: Vault, cookie: string | null): { device: string; marks: string[] } | null => {
  const [device = '', ...marks] = (cookie ?? '').split('~')
  return holderOf(vault, 'device', device) === null ? null : { device, marks: marks.slice(0, MOST_ACCOUNTS) }
}

const markOf = (vault: Vault, device: string, account: Remembered) =>
  vault.keyed('device', `${device}|${account.id}|${account.passwordHash}`).slice(0, MARK_LENGTH)

/**
 * The credential of a browser that remembers this account, under which its tries count; null for any other browser. Takes the same time for
 * an unknown account.
 */
export function rememberedDevice(vault: Vault, cookie: string | null, account: Remembered | undefined): string | null {
  const parts = partsOf(vault, cookie)
  if (!parts) return null
  const mark = markOf(vault, parts.device, account ?? { id: '', passwordHash: '' })
  const isKnown = parts.marks.map((one) => sameText(one, mark)).includes(true)
  return isKnown && account ? parts.device : null
}

/**
 * Returns the cookie after a complete sign-in, with this account first. A new browser's credential belongs to this account. All browsers
 * that remember an account share one budget of the rate limit, so frequent sign-ins do not increase it.
 */
export function rememberIn(vault: Vault, cookie: string | null, account: Remembered): string {
  const parts = partsOf(vault, cookie)
  const device = parts?.device ?? newCredential(vault, 'device', account.id)
  const mark = markOf(vault, device, account)
  const others = (parts?.marks ?? []).filter((one) => one !== mark)
  return [device, mark, ...others].slice(0, MOST_ACCOUNTS + 1).join('~')
}

import { MINUTE } from '#contract/base/time.ts'
import type { Call } from '#contract/call.ts'
import { login } from '#contract/sign-in/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { rateWindow } from '#server/kit/rate-window.ts'
import { type AnyReply, type Parts, type Reply, send } from '#tests/support/calls/client.ts'
import type { ProductionApp } from '#tests/support/server/production.ts'

/** A stranger guesses at accounts, each try from a separate address. */

export const PASSWORD = 'a quiet evening at home'

/** The product is behind a proxy on this machine. */
export function guesserAt(app: () => ProductionApp) {
  let people = 0
  let networks = 0

  /** An address that no request has come from. */
  const newAddress = () => `198.18.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
  /** Makes a call from an address, with the cookie of a known browser if one is given. */
  const from = <C extends Call>(call: C, parts: Parts<C>, address = newAddress(), cookie?: string): Promise<Reply<C>> =>
    send(app().address, call, parts, { headers: { 'x-forwarded-for': address }, ...(cookie ? { cookie } : {}) })
  return {
    newAddress,
    from,
    login: (email: string, password: string, address?: string, cookie?: string) =>
      from(login, { body: { email, password } }, address, cookie),
    /** The account has `PASSWORD`. */
    async newOwner(): Promise<string> {
      const email = `owner${++people}@example.in`
      const passwordHash = await hashPassword(PASSWORD)
      const { clock, database } = app()
      await transaction(database.db, (tx) => createAccount(tx, clock.now(), { name: 'Omkar', email, role: 'owner', passwordHash }))
      return email
    },
    /** The limits per minute follow real time, which the clock of the tests does not move: this begins a new minute. */
    forgetLimits: () => Object.assign(app().running.app.limiting, { own: rateWindow(MINUTE, 100_000) }),
  }
}

/** The cookie that makes a browser known; empty if the answer sets none. */
export const deviceOf = (answer: AnyReply) => /rc_device=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''

/** `right` counts the answers without an error code. */
export const codesOf = (answers: readonly AnyReply[]): Record<string, number> => {
  const byCode = Map.groupBy(answers, ({ body }) => String(body.code ?? 'right'))
  return Object.fromEntries([...byCode].map(([code, all]) => [code, all.length]))
}

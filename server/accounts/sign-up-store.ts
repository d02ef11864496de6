import type { Tx } from '#server/db/transaction.ts'

/** A sign-up that waits for its confirmation. */
export interface PendingSignUp {
  id: string
  codeHash: string
  email: string
  name: string
  passwordHash: string
  createdAt: Date
  expiresAt: Date
}

/** Adds a sign-up. */
export const insertSignUp = (tx: Tx, { id, codeHash, email, name, passwordHash, createdAt, expiresAt }: PendingSignUp) =>
  tx.insertInto('signUp').values({ id, codeHash, email, name, passwordHash, createdAt, expiresAt }).execute()

const columns = ['id', 'email', 'name', 'passwordHash'] as const

/** Returns the sign-up that a code confirms; undefined if it has ended. */
export const signUpByCode = (db: Pick<Tx, 'selectFrom'>, codeHash: string, now: Date) =>
  db.selectFrom('signUp').select(columns).where('codeHash', '=', codeHash).where('expiresAt', '>', now).executeTakeFirst()

/** Deletes a sign-up and returns its id; undefined if another request was faster. */
export const takeSignUp = (tx: Tx, id: string) => tx.deleteFrom('signUp').where('id', '=', id).returning('id').executeTakeFirst()

/** Deletes the other sign-ups with this email: it has an account now. */
export const deleteSignUpsOf = (tx: Tx, email: string) => tx.deleteFrom('signUp').where('email', '=', email).execute()

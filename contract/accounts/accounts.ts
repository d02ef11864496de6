/** Who may sign in. The wire spells `staff` as `shop`. */
export type Role = 'staff' | 'owner' | 'superadmin'

export interface Account {
  id: string
  name: string
  email: string
  role: Role
}

export interface SignedIn {
  account: Account
  /** Malls of an owner, oldest first; empty for others. */
  mallIds: string[]
  /** Shops of a staff account, oldest first; empty for others. */
  shopIds: string[]
}

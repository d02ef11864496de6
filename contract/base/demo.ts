/** None of these accounts exists in production. */
export const DEMO_PASSWORD = 'red-carpet-demo'
export const demoAccounts = {
  superadmin: { email: 'superadmin@demo.test', name: 'Sana Kapoor' },
  owner: { email: 'owner@demo.test', name: 'Omkar Desai' },
  staff: { email: 'staff@demo.test', name: 'Priya Nair' },
} as const

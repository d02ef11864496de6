import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { createAccount } from '#server/accounts/service.ts'
import { createCounter } from '#server/counters/service.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { putDisplay } from '#server/displays/service.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { createMall, isMallOnRecord } from '#server/malls/service.ts'
import { createShop } from '#server/shops/service.ts'
import { noteFirstSteps, noteSlots, noteUsualWait } from '#server/shops/shop-settings.ts'
import { addStaff } from '#server/staff/service.ts'

export const DEMO_MALL = 'phoenix-mall'
/** The shop whose queue `bringQueueToLife` fills. */
export const DEMO_SHOP = 'phoenix-cafe'
/** The shop that sells time slots. */
const DEMO_SLOT_SHOP = 'marigold-salon'

const shops = [
  {
    id: DEMO_SHOP,
    name: 'Phoenix Café',
    description: 'Filter coffee, bun maska and a bill in a minute.',
    place: 'level 1',
    baseFeePaise: 12_000,
    minutesPerTicket: 4,
    counters: ['Counter 1', 'Counter 2'],
    display: { slidingText: 'Phoenix', largeLetter: 'P', passText: 'Royal Pass' },
  },
  {
    id: 'lotus-books',
    name: 'Lotus Books',
    description: 'Stories in nine languages.',
    place: 'level 2',
    baseFeePaise: 0,
    minutesPerTicket: 3,
    counters: ['Till'],
    display: { slidingText: 'Lotus', largeLetter: 'L', passText: 'Reader’s Pass' },
  },
  {
    id: 'royal-sarees',
    name: 'Royal Sarees',
    description: 'Banarasi, Kanjeevaram and handloom.',
    place: 'level 2',
    baseFeePaise: 12_000,
    minutesPerTicket: 6,
    counters: ['Counter 1'],
    display: { slidingText: 'Royal Sarees', largeLetter: 'R', passText: 'Royal Pass' },
  },
  {
    id: DEMO_SLOT_SHOP,
    name: 'Marigold Salon',
    description: 'A cut, a colour and the bill at your time.',
    place: 'level 3',
    baseFeePaise: 12_000,
    minutesPerTicket: 15,
    counters: ['Desk'],
    display: { slidingText: 'Marigold', largeLetter: 'M', passText: 'Marigold Pass' },
  },
] as const

interface DemoGuide {
  shopPath: string
  password: string
  accounts: { role: string; email: string }[]
}

export const demoGuide: DemoGuide = {
  shopPath: `/${DEMO_SHOP}`,
  password: DEMO_PASSWORD,
  accounts: [
    { role: 'Staff', email: demoAccounts.staff.email },
    { role: 'Owner', email: demoAccounts.owner.email },
    { role: 'Operator', email: demoAccounts.superadmin.email },
  ],
}

/** Runs once: places that were removed in the demo are not made again. */
export async function seedDemo(deps: Deps): Promise<void> {
  if (await isMallOnRecord(deps.db, DEMO_MALL)) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const account = async (who: { email: string; name: string }, role: 'superadmin' | 'owner' | 'staff') => {
      const id = await createAccount(tx, now, { ...who, role, passwordHash })
      if (id === null) throw new Error(`the demo account ${who.email} exists without its mall`)
      return id
    }
    await account(demoAccounts.superadmin, 'superadmin')
    const ownerAccountId = await account(demoAccounts.owner, 'owner')
    const staffId = await account(demoAccounts.staff, 'staff')
    await createMall(tx, now, {
      id: DEMO_MALL,
      ownerAccountId,
      title: 'Phoenix Mall',
      description: 'Lower Parel, Mumbai. Food, fashion and a cinema on five levels.',
      address: 'Senapati Bapat Marg, Lower Parel, Mumbai 400013',
      legalName: 'Phoenix Mall (demo)',
      gstin: '27DEMOA0000A1ZD',
      sac: '998599',
      supportContact: '1800 000 0000',
    })
    for (const shop of shops) await seedShop(tx, now, shop)
    await noteUsualWait(tx, DEMO_SHOP, 40, now)
    const openingHours = Array.from({ length: 7 }, (): [string, string][] => [['10:00', '22:00']])
    await noteSlots(tx, DEMO_SLOT_SHOP, { openingHours, slots: { minutes: 30, capacity: 3, daysAhead: 7, moveUntilMinutes: 30 } }, now)
    await addStaff(tx, now, { shopId: DEMO_SHOP, mallId: DEMO_MALL, accountId: staffId })
  })
}

async function seedShop(tx: Tx, now: Date, { counters, display, ...shop }: (typeof shops)[number]): Promise<void> {
  await createShop(tx, now, { ...shop, mallId: DEMO_MALL })
  await noteFirstSteps(tx, shop.id, now)
  for (const name of counters) await createCounter(tx, now, { mallId: DEMO_MALL, shopId: shop.id, name })
  await putDisplay(tx, now, { id: shop.id, mallId: DEMO_MALL }, { backgroundImage: null, ...display })
}

import { SECOND } from '#contract/base/time.ts'
import { readAudit } from '#contract/office/audit-calls.ts'
import { listMalls, readMall } from '#contract/office/form-calls.ts'
import { mallOverview } from '#contract/office/mall-calls.ts'
import { changeSettings, readSettings } from '#contract/office/settings-calls.ts'
import { listStaff } from '#contract/staff/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import type { Credentials } from '#tests/support/calls/client.ts'
import type { Chance } from './chance.ts'
import type { Shop } from './mall.ts'
import { openScreen, type Play } from './play.ts'

/** The interval of a board's own reads (`web/data/board.ts`). */
const BOARD_CHECK_MS = 20 * SECOND

/** The television of a shop reads the shop at its interval and after each change of its display. */
export async function hangBoard(play: Play, shop: Shop, chance: Chance): Promise<void> {
  const { book, wait } = play
  const read = () => book.ask(readStorefront, { id: shop.id }, {})
  // A failure is in the book already.
  const again = () => void read().catch(() => {})
  const screen = await openScreen(play, 'watch of a board', {}, { shopId: shop.id }, { snapshot() {}, display: again })
  try {
    await wait(chance.between(0, BOARD_CHECK_MS))
    for (;;) {
      await read()
      await wait(BOARD_CHECK_MS)
    }
  } finally {
    screen.close()
  }
}

/** The mall's owner: looks at the overview each minute, and at times changes a setting of a shop. */
export async function ownMall({ book, wait }: Play, shops: readonly Shop[], who: Credentials, chance: Chance): Promise<void> {
  for (;;) {
    await book.ask(mallOverview, { id: DEMO_MALL }, who)
    const shop = shops[Math.floor(chance.next() * shops.length)]
    if (shop && chance.happens(0.3)) {
      await book.ask(readMall, { id: DEMO_MALL }, who)
      await book.ask(listStaff, { query: { shopId: shop.id } }, who)
      await book.ask(readSettings, { id: shop.id }, who)
      await book.ask(changeSettings, { id: shop.id, body: { usualWaitMinutes: Math.round(chance.between(10, 60)) } }, who)
    }
    await wait(chance.between(30, 90) * SECOND)
  }
}

/** The super administrator: looks at all malls and at the audit every few minutes. */
export async function operate({ book, wait }: Play, who: Credentials, chance: Chance): Promise<void> {
  for (;;) {
    await book.ask(listMalls, {}, who)
    await book.ask(readAudit, {}, who)
    await wait(chance.between(60, 240) * SECOND)
  }
}

import type { World } from './journey.ts'
import type { Tell } from './journey-context.ts'

const headings = {
  welcome: 'titleWelcome',
  entrance: 'titleEntrance',
  information: 'titleInformation',
  payment: 'titlePayment',
  token: 'titleToken',
  missing: 'titleMissing',
} as const

/** The page's title: what the screen is and where; the call comes first, so that it shows in a tab that lies behind. */
export function titleOf(world: Pick<World, 'screen' | 'pass' | 'storefront' | 'entrance'>, say: Tell): string {
  const where = world.storefront?.shop.name ?? world.entrance?.mall.title ?? 'Red Carpet'
  if (world.pass?.state === 'called' && world.pass.number !== null) return say('calledTitle', { number: world.pass.number })
  return `${say(headings[world.screen])} – ${where}`
}

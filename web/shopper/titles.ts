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

/** A call comes first, so that a tab in the background shows it. */
export function titleOf(world: Pick<World, 'screen' | 'pass' | 'storefront' | 'entrance'>, say: Tell): string {
  const where = world.storefront?.shop.name ?? world.entrance?.mall.title ?? 'Red Carpet'
  if (world.pass?.state === 'called' && world.pass.number !== null) return say('calledTitle', { number: world.pass.number })
  // Money that is owed in cash, or a visit that is over, has another heading; its words come with its part.
  if (world.screen === 'token' && world.pass?.state !== 'waiting' && world.pass?.state !== 'booked') return where
  return `${say(headings[world.screen])} – ${where}`
}

import { useJourney } from '../journey-context.ts'
import { Icon } from '../parts/Icon.tsx'
import { clockTime } from '../times.ts'

/** Since when the screen may be behind; nothing while it is live. */
export function NotConnected() {
  const { world, say } = useJourney()
  return world.staleSince === null ? null : (
    <p className="off" role="status">
      <Icon name="warn" />
      <span>{say('notConnected', { time: clockTime(world.staleSince, world) })}</span>
    </p>
  )
}

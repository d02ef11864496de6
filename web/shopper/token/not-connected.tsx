import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { clockTime } from '#web/shopper/times.ts'

export function NotConnected() {
  const { world, say } = useJourney()
  return world.staleSince === null ? null : (
    <p className="off" role="status">
      <Icon name="warn" />
      <span>{say('notConnected', { time: clockTime(world.staleSince, world) })}</span>
    </p>
  )
}

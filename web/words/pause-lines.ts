import type { Paused } from '#contract/queue/queue.ts'
import type { PauseTexts } from '#texts/en/pause.ts'
import type { Say } from '#texts/speak.ts'

/** `time` formats an instant by the mall's clock. */
export function pauseLines(
  say: Say<PauseTexts>,
  paused: Paused,
  time: (at: string) => string,
): { title: string; why: string; end: string } {
  const { reason, until } = paused
  return {
    title: until === null ? say('notNow') : say('notUntil', { time: time(until) }),
    why: say(reason),
    end: until === null ? say('joinAgainLater') : say('joinAgainAt', { time: time(until) }),
  }
}

const HOUR_MS = 3_600_000
/** The radius of the ring on its field of 100 by 100. */
const R = 46.5

/**
 * Within the hour before the slot, an arc runs from this minute to the booked one, and shortens. Before that there are only the minutes'
 * ticks. Times in epoch ms.
 */
export function BookedRing({ number, now, startsAt, isNear }: { number: number; now: number; startsAt: number; isNear: boolean }) {
  // Time zones differ from UTC by quarters of an hour, so the minute hand is not right in all of them. The length of the arc is.
  const from = (now % HOUR_MS) / HOUR_MS
  const share = Math.min(1, Math.max(0, (startsAt - now) / HOUR_MS))
  const end = (from + share) * 2 * Math.PI
  return (
    <div className="ring">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className="track booked__ticks" cx="50" cy="50" r={R} pathLength="60" />
        {isNear && share > 0 && (
          <>
            <circle
              className="booked__arc"
              cx="50"
              cy="50"
              r={R}
              pathLength="100"
              strokeDasharray={`${(share * 100).toFixed(2)} 100`}
              strokeDashoffset={(-from * 100).toFixed(2)}
            />
            <circle className="booked__end" cx={(50 + R * Math.cos(end)).toFixed(2)} cy={(50 + R * Math.sin(end)).toFixed(2)} r="3.4" />
          </>
        )}
      </svg>
      <b className={`num${number > 999 ? ' four' : ''}`}>{number}</b>
    </div>
  )
}

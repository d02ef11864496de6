import { type Live, openLive } from '#web/live/socket.ts'
import { onSessionChange, sessionToken } from './session.ts'

let live: Live | null = null

/** The console's only socket, opened at the first use and renewed when the session token changes. */
export function accountLive(): Live {
  if (live) return live
  const opened = openLive({ token: sessionToken })
  live = opened
  onSessionChange(() => {
    if (sessionToken() !== null) return opened.renew()
    opened.close()
    live = null
  })
  return opened
}

import { type Live, openLive } from '../live/socket.ts'
import { onSessionChange, sessionToken } from './session.ts'

let live: Live | null = null

/** The one socket of the console, opened at the first use, known by the session token and renewed when that changes. */
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

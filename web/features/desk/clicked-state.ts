/** Which rows were pressed, by ticket id. This memory bridges a reload until the server's list says the same. */

const KEY = 'clickedState'

function read(): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/** Ticket ids that are remembered as pressed. */
export function pressedTickets(): ReadonlySet<string> {
  return new Set(Object.entries(read()).flatMap(([id, pressed]) => (pressed === true ? [id] : [])))
}

export function rememberPress(ticketId: string, pressed: boolean): void {
  const state = read()
  if (pressed === (state[ticketId] === true)) return
  if (pressed) state[ticketId] = true
  else delete state[ticketId]
  localStorage.setItem(KEY, JSON.stringify(state))
}

/** Forgets every ticket for which `keep` returns false, so that the map does not grow for ever. */
export function forgetPressesExcept(keep: (ticketId: string) => boolean): void {
  const state = read()
  const left = Object.fromEntries(Object.entries(state).filter(([id]) => keep(id)))
  if (Object.keys(left).length !== Object.keys(state).length) localStorage.setItem(KEY, JSON.stringify(left))
}

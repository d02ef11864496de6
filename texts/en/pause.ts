/** The board says these texts in both languages at once. */
export const en = {
  notNow: 'Not taking new tokens just now',
  notUntil: 'Not taking new tokens until {time}',
  technical: 'We have a technical problem.',
  break: 'We are on a short break.',
  busy: 'Too many people are waiting already.',
  ask_staff: 'Please ask the staff.',
  counters_closed: 'All counters are closed.',
  joinAgainAt: 'You can join again at {time}.',
  joinAgainLater: 'Please try again a little later.',
  placeSafe: 'Your place is safe. You will be called as usual.',
  paused: 'Paused',
} as const

export type PauseTexts = typeof en

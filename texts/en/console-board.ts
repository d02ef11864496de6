/** The board in the hall: numbers for everyone, each label in both languages. */
export const en = {
  nowServing: 'Now serving',
  counter: 'Counter',
  next: 'Next',
  waiting: 'waiting',
  minutes: 'minutes',
  noneOpen: 'No counter is open right now',
  nobodyCalled: 'Please wait for your number',
  nobodyNext: 'No one is waiting',
  watch: 'When your number appears, come to the counter shown beside it.',
  watchPlain: 'When your number appears, come to the counter.',
  staleSince: 'Not updated since {time}',
  missed: 'Missed',
  atCounter: 'at the counter',
  unreachable: 'No connection yet. Trying again.',
  askCounter: 'Please ask at the counter',
  chooseBoard: 'Which shop’s board?',
  openBoard: 'Open the board',
  notYours: 'Your account has no board for this shop.',
  otherShop: 'Other shop',
} as const
export type BoardTexts = typeof en

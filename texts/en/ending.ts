/** Only screens of ended tickets load these. */
export const en = {
  titleServing: 'You are being served',
  titleServed: "Thank's for VISIT",
  titleMissed: 'You missed your turn',
  titleNoShow: 'Your turn has passed',
  titleCancelled: 'You have left the queue',
  titleExpired: 'Your place expired',
  titleBooking: 'Your booking was cancelled',
  servedText: 'See you again at {shop}.',
  missedText: 'Please go to the counter and show your number. Staff can call you again today.',
  noShowText: 'This token is closed. You can join the queue again.',
  cancelledText: 'Your place goes to the next person.',
  expiredText: 'We held it for 15 minutes. You can start again.',
  expiredDay: 'The shop’s day is over, so this token has expired.',
  bookingText: 'Others can book your time now: {time}.',
  notKept: 'We are sorry: {shop} is closed at the time that you booked, {time}.',
  feeComesBack: 'Your fee of {amount} comes back.',
  refundNoneCalled: 'The fee of {amount} is not refundable once you have been called.',
  refundNoneLate: 'The fee of {amount} is not refundable after {when}, and once you have been called.',
  joinAgain: 'Join again',
  backToShop: 'Back to {shop}',
  startAgain: 'Start again',
  forgetPhone: 'Forget my number on this phone',
} as const

export type EndingTexts = typeof en

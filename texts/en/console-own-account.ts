export const en = {
  youAre: 'You',
  name: 'Name',
  email: 'Email',
  role: 'Role',

  // the password
  password: 'Password',
  passwordHint: 'After a change you stay signed in here. All other devices are signed out.',
  currentPassword: 'Current password',
  changePassword: 'Change password',
  passwordChanged: 'Your password is changed. All other devices are signed out.',

  // the second factor
  secondFactor: 'Second factor',
  factorOn: 'On',
  factorOff: 'Off',
  factorOnHint: 'Each sign-in asks for a code of your authenticator app.',
  factorOffHint: 'With a second factor, your password alone does not open your account. You need an authenticator app on your phone.',
  factorRequired: 'A super administrator always needs it. If you lose your phone, ask the operator of this system.',
  lostStaff: 'If you lose your phone, the owner of your mall can remove the second factor.',
  lostOwner: 'If you lose your phone, a super administrator can remove the second factor.',
  addFactor: 'Add a second factor',
  removeFactor: 'Remove the second factor',
  passwordFirst: 'Please enter your password first.',
  next: 'Next',
  scanTitle: 'Set up your authenticator app',
  scanHint: 'Scan this code with the app, then enter the six digits that it shows.',
  confirmFactor: 'Turn on',
  factorAdded: 'Your second factor is on. All other devices are signed out.',
  factorRemoved: 'Your second factor is off. All other devices are signed out.',
  removeNow: 'Remove',
  cancel: 'Cancel',

  // the sessions
  sessions: 'Where you are signed in',
  sessionsHint: 'Sign out any device that you do not know, then change your password.',
  device: '{browser} on {system}',
  unknownDevice: 'Unknown device',
  thisDevice: 'This device',
  signedInAt: 'Signed in {time}',
  lastUsedAt: 'Last used {time}',
  endSession: 'Sign out',
  endOthers: 'Sign out all other devices',
  sessionEnded: 'The device is signed out.',
  othersEnded: { one: '{count} other device is signed out.', other: '{count} other devices are signed out.' },
  noOthers: 'You are signed in on this device only.',
  unread: 'This could not be read.',

  // the password again
  proveTitle: 'Please enter your password again',
  proveHint: 'It has been a few minutes since you entered it.',
  goOn: 'Continue',
} as const
export type OwnAccountTexts = typeof en

/** The account screens in English: sign-up, the second steps of a sign-in, the password reset. */
export const en = {
  fullName: 'Full Name',
  nameMissing: 'Please enter your name',
  passwordRule: 'At least 8 characters',
  signedUp: 'Signup successful, please login.',
  role: 'Role',
  backToLogin: 'Back to the login',

  // a password of one's own
  ownPasswordTitle: 'Choose a password of your own',
  ownPasswordHint: 'The first password was made for one use. From now on you sign in with yours.',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  saveAndSignIn: 'Save and sign in',

  // the second factor
  totpTitle: 'Enter your code',
  totpHint: 'Open your authenticator app and type the six digits it shows for Red Carpet.',
  enrolTitle: 'Set up your authenticator app',
  enrolHint:
    'Scan this code with an authenticator app on your phone, then type the six digits it shows. From now on each sign-in asks for them.',
  enrolQr: 'QR code for your authenticator app',
  enrolSecret: 'Or type this key into the app:',
  appCode: 'Code',
  codeWrong: 'Please enter the six digits',
  confirmCode: 'Confirm',

  // the password reset
  resetHint: 'We send a code to the email of your account.',
  sendCode: 'Send code',
  userNotFound: 'User not found or server issue!',
  codeSent: 'A code is on its way by email.',
  newPasswordTitle: 'Set a new password',
  demoCode: 'Your code: {code}',
  resetCode: 'Code from the email',
  setPassword: 'Update password',
  otherEmail: 'Use another email',
  passwordUpdated: 'Password updated successfully.',
} as const

export type AccountsTexts = typeof en

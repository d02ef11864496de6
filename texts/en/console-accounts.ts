/** Sign-up, the second steps of a sign-in, the password reset. */
export const en = {
  fullName: 'Full Name',
  nameMissing: 'Please enter your name',
  passwordRule: 'At least 8 characters',
  signedUp: 'Signup successful, please login.',
  checkMailTitle: 'Check your mail',
  checkMail: 'We have sent a mail to {email}. Open the link in it to finish.',
  checkMailHint: 'No mail after a few minutes? Look in the spam folder. If you already have an account with this email, the mail says so.',
  confirmTitle: 'Confirm your email',
  confirmHint: 'Enter the password that you chose when you created the account.',
  confirmNow: 'Open my account',
  role: 'Role',
  backToLogin: 'Back to login',
  leftFor: 'You were signed out to open the sign-in of {shop}.',

  // choosing one's own password
  ownPasswordTitle: 'Choose your own password',
  ownPasswordHint: 'The first password works only once. From now on, sign in with your own.',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  saveAndSignIn: 'Save and sign in',

  // the second factor
  totpTitle: 'Enter your code',
  totpHint: 'Open your authenticator app and type the six digits it shows for Red Carpet.',
  enrolTitle: 'Set up your authenticator app',
  enrolHint: 'Scan this code with an authenticator app on your phone, then type the six digits it shows. Every sign-in will ask for them.',
  enrolQr: 'QR code for your authenticator app',
  enrolSecret: 'Or type this key into the app:',
  appCode: 'Code',
  codeWrong: 'Please enter the six digits',
  confirmCode: 'Confirm',

  // the password reset
  resetHint: 'We’ll send a code to your account’s email.',
  sendCode: 'Send code',
  userNotFound: 'User not found or server issue!',
  checkRole: 'Check the role.',
  codeSent: 'We’ve emailed you a code.',
  newPasswordTitle: 'Set a new password',
  demoCode: 'Your code: {code}',
  resetCode: 'Code from the email',
  resetCodeWrong: 'Please enter the code from the email: four groups of four',
  fromLink: 'Set a new password for {email}.',
  setPassword: 'Update password',
  otherEmail: 'Use another email',
  passwordUpdated: 'Password updated successfully.',
} as const

export type AccountsTexts = typeof en

import type { AccountsTexts } from './console-accounts.en.ts'
import type { Catalogue } from './speak.ts'

/** The account screens in Hindi. */
export const hi = {
  fullName: 'पूरा नाम',
  nameMissing: 'कृपया अपना नाम लिखें',
  passwordRule: 'कम से कम 8 अक्षर',
  signedUp: 'खाता बन गया, कृपया लॉग इन करें।',
  role: 'भूमिका',
  backToLogin: 'लॉग इन पर वापस',

  ownPasswordTitle: 'अपना पासवर्ड चुनें',
  ownPasswordHint: 'पहला पासवर्ड एक ही बार के लिए था। अब से आप अपने पासवर्ड से साइन इन करेंगे।',
  newPassword: 'नया पासवर्ड',
  confirmPassword: 'पासवर्ड फिर से लिखें',
  saveAndSignIn: 'सहेजें और साइन इन करें',

  totpTitle: 'अपना कोड लिखें',
  totpHint: 'अपना ऑथेंटिकेटर ऐप खोलें और Red Carpet के लिए दिखे छह अंक लिखें।',
  enrolTitle: 'अपना ऑथेंटिकेटर ऐप जोड़ें',
  enrolHint: 'फ़ोन के ऑथेंटिकेटर ऐप से यह कोड स्कैन करें, फिर उसमें दिखे छह अंक लिखें। अब से हर साइन-इन पर ये माँगे जाएँगे।',
  enrolQr: 'आपके ऑथेंटिकेटर ऐप के लिए QR कोड',
  enrolSecret: 'या यह कुंजी ऐप में लिखें:',
  appCode: 'कोड',
  codeWrong: 'कृपया छह अंक लिखें',
  confirmCode: 'पुष्टि करें',

  resetHint: 'हम आपके खाते के ईमेल पर एक कोड भेजते हैं।',
  sendCode: 'कोड भेजें',
  userNotFound: 'खाता नहीं मिला या सर्वर में समस्या है!',
  codeSent: 'ईमेल से एक कोड आ रहा है।',
  newPasswordTitle: 'नया पासवर्ड बनाएँ',
  demoCode: 'आपका कोड: {code}',
  resetCode: 'ईमेल में आया कोड',
  setPassword: 'पासवर्ड बदलें',
  otherEmail: 'दूसरा ईमेल इस्तेमाल करें',
  passwordUpdated: 'पासवर्ड बदल गया।',
} as const satisfies Catalogue<AccountsTexts>

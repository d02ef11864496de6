import type { AccountsTexts } from '#texts/en/console-accounts.ts'
import type { Catalogue } from '#texts/speak.ts'

/** The account screens in Hindi. */
export const hi = {
  fullName: 'पूरा नाम',
  nameMissing: 'कृपया अपना नाम लिखें',
  passwordRule: 'कम से कम 8 अक्षर',
  signedUp: 'खाता बन गया, कृपया लॉग इन करें।',
  checkMailTitle: 'अपना ईमेल देखें',
  checkMail: 'हमने {email} पर मेल भेजा है। आगे बढ़ने के लिए उसमें दिया लिंक खोलें।',
  checkMailHint: 'कुछ मिनट बाद भी मेल नहीं आया? स्पैम फ़ोल्डर देखें। अगर इस ईमेल से खाता पहले से है, तो मेल में यही लिखा होगा।',
  confirmTitle: 'अपना ईमेल कन्फ़र्म करें',
  confirmHint: 'वही पासवर्ड लिखें जो आपने खाता बनाते समय चुना था।',
  confirmNow: 'मेरा खाता खोलें',
  role: 'रोल',
  backToLogin: 'लॉग इन पर वापस',
  leftFor: '{shop} का साइन-इन खोलने के लिए आपको साइन आउट किया गया।',

  ownPasswordTitle: 'अपना पासवर्ड चुनें',
  ownPasswordHint: 'पहला पासवर्ड एक ही बार चलता है। अब से अपने पासवर्ड से साइन इन करें।',
  newPassword: 'नया पासवर्ड',
  confirmPassword: 'पासवर्ड फिर से लिखें',
  saveAndSignIn: 'सेव करें और साइन इन करें',

  totpTitle: 'अपना कोड लिखें',
  totpHint: 'अपना ऑथेंटिकेटर ऐप खोलें और Red Carpet के लिए दिखे छह अंक लिखें।',
  enrolTitle: 'अपना ऑथेंटिकेटर ऐप जोड़ें',
  enrolHint: 'फ़ोन के ऑथेंटिकेटर ऐप से यह कोड स्कैन करें, फिर उसमें दिखे छह अंक लिखें। हर साइन-इन पर ये माँगे जाएँगे।',
  enrolQr: 'आपके ऑथेंटिकेटर ऐप के लिए QR कोड',
  enrolSecret: 'या यह की (key) ऐप में लिखें:',
  appCode: 'कोड',
  codeWrong: 'कृपया छह अंक लिखें',
  confirmCode: 'कन्फ़र्म करें',

  resetHint: 'हम आपके खाते के ईमेल पर एक कोड भेजेंगे।',
  sendCode: 'कोड भेजें',
  userNotFound: 'खाता नहीं मिला या सर्वर में समस्या है!',
  checkRole: 'रोल जाँचें।',
  codeSent: 'हमने आपको ईमेल से कोड भेजा है।',
  newPasswordTitle: 'नया पासवर्ड बनाएँ',
  demoCode: 'आपका कोड: {code}',
  resetCode: 'ईमेल में आया कोड',
  resetCodeWrong: 'कृपया ईमेल में आया कोड लिखें: चार-चार अक्षरों के चार हिस्से',
  fromLink: '{email} के लिए नया पासवर्ड बनाएँ।',
  setPassword: 'पासवर्ड बदलें',
  otherEmail: 'दूसरा ईमेल इस्तेमाल करें',
  passwordUpdated: 'पासवर्ड बदल गया।',
} as const satisfies Catalogue<AccountsTexts>

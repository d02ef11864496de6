import type { OwnAccountTexts } from '#texts/en/console-own-account.ts'
import type { Catalogue } from '#texts/speak.ts'

/** "Your account" in Hindi. */
export const hi = {
  youAre: 'आप',
  name: 'नाम',
  email: 'ईमेल',
  role: 'रोल',

  password: 'पासवर्ड',
  passwordHint: 'बदलने के बाद आप यहाँ साइन इन रहेंगे। बाकी सब डिवाइस से साइन आउट हो जाएगा।',
  currentPassword: 'अभी का पासवर्ड',
  changePassword: 'पासवर्ड बदलें',
  passwordChanged: 'आपका पासवर्ड बदल गया। बाकी सब डिवाइस से साइन आउट हो गया है।',

  secondFactor: 'दूसरा सुरक्षा कोड',
  factorOn: 'चालू',
  factorOff: 'बंद',
  factorOnHint: 'हर साइन-इन पर आपके ऑथेंटिकेटर ऐप का कोड माँगा जाता है।',
  factorOffHint: 'दूसरे सुरक्षा कोड के साथ सिर्फ़ पासवर्ड से आपका खाता नहीं खुलेगा। इसके लिए फ़ोन में ऑथेंटिकेटर ऐप चाहिए।',
  factorRequired: 'सुपर एडमिन के लिए यह हमेशा ज़रूरी है। फ़ोन खो जाए तो यह सिस्टम चलाने वाले से कहें।',
  lostStaff: 'फ़ोन खो जाए तो आपके मॉल के मालिक इसे हटा सकते हैं।',
  lostOwner: 'फ़ोन खो जाए तो सुपर एडमिन इसे हटा सकते हैं।',
  addFactor: 'दूसरा सुरक्षा कोड जोड़ें',
  removeFactor: 'दूसरा सुरक्षा कोड हटाएँ',
  passwordFirst: 'पहले अपना पासवर्ड लिखें।',
  next: 'आगे',
  scanTitle: 'अपना ऑथेंटिकेटर ऐप जोड़ें',
  scanHint: 'ऐप से यह कोड स्कैन करें, फिर उसमें दिखे छह अंक लिखें।',
  confirmFactor: 'चालू करें',
  factorAdded: 'दूसरा सुरक्षा कोड चालू है। बाकी सब डिवाइस से साइन आउट हो गया है।',
  factorRemoved: 'दूसरा सुरक्षा कोड बंद है। बाकी सब डिवाइस से साइन आउट हो गया है।',
  removeNow: 'हटाएँ',
  cancel: 'कैंसल करें',

  sessions: 'आप कहाँ-कहाँ साइन इन हैं',
  sessionsHint: 'जिस डिवाइस को आप नहीं पहचानते, उसे साइन आउट करें और फिर अपना पासवर्ड बदलें।',
  device: '{system} पर {browser}',
  unknownDevice: 'अनजान डिवाइस',
  thisDevice: 'यह डिवाइस',
  signedInAt: '{time} को साइन इन',
  lastUsedAt: 'पिछली बार {time} को इस्तेमाल',
  endSession: 'साइन आउट करें',
  endOthers: 'बाकी सब डिवाइस साइन आउट करें',
  sessionEnded: 'डिवाइस साइन आउट हो गया।',
  othersEnded: { one: '{count} और डिवाइस साइन आउट हो गया।', other: '{count} और डिवाइस साइन आउट हो गए।' },
  noOthers: 'आप सिर्फ़ इसी डिवाइस पर साइन इन हैं।',
  unread: 'यह नहीं पढ़ा जा सका।',

  proveTitle: 'कृपया अपना पासवर्ड फिर से लिखें',
  proveHint: 'आपने पासवर्ड कुछ मिनट पहले लिखा था।',
  goOn: 'जारी रखें',
} as const satisfies Catalogue<OwnAccountTexts>

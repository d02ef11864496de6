import type { MessageTexts } from './messages.en.ts'
import type { Catalogue } from './speak.ts'

export const hi = {
  otp: '{code} आपका Red Carpet कोड है। यह 5 मिनट तक मान्य है। इसे किसी को न बताएँ।',
  token: '{shop} पर आपका टोकन नंबर {number} है। काउंटर तैयार होने पर हम आपको संदेश भेजेंगे।',
  call: 'टोकन {number}: आपका काउंटर तैयार है। कृपया अभी {counter} पर आएँ।',
  refund: '{shop} पर दी गई आपकी {amount} फ़ीस वापस कर दी गई है।',
  reset: '{code} आपका नया Red Carpet पासवर्ड बनाने का कोड है। यह 10 मिनट तक मान्य है। अगर आपने इसे नहीं माँगा, तो इस मेल पर ध्यान न दें।',
  resetSubject: 'नए पासवर्ड के लिए आपका कोड',
} as const satisfies Catalogue<MessageTexts>

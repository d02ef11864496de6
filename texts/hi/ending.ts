import type { EndingTexts } from '#texts/en/ending.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  titleServing: 'काउंटर पर आपका काम हो रहा है',
  titleServed: 'आने के लिए धन्यवाद',
  titleMissed: 'आपकी बारी छूट गई',
  titleNoShow: 'आपकी बारी निकल चुकी है',
  titleCancelled: 'आपने कतार छोड़ दी है',
  titleBooking: 'आपकी बुकिंग कैंसल हो गई',
  titleExpired: 'आपकी जगह का समय खत्म हो गया',
  servedText: '{shop} में फिर आइएगा।',
  missedText: 'कृपया काउंटर पर जाकर अपना नंबर दिखाएँ। स्टाफ़ आपको आज फिर बुला सकता है।',
  noShowText: 'यह टोकन बंद हो गया है। आप कतार में फिर जुड़ सकते हैं।',
  cancelledText: 'आपकी जगह अगले व्यक्ति को मिल गई।',
  expiredText: 'हमने इसे 15 मिनट तक रखा था। आप फिर से शुरू कर सकते हैं।',
  expiredDay: 'दुकान का दिन पूरा हो गया, इसलिए यह टोकन अब मान्य नहीं है।',
  bookingText: 'अब आपका समय कोई और बुक कर सकता है: {time}।',
  notKept: 'माफ़ कीजिए: आपके बुक किए समय पर, {time}, {shop} बंद है।',
  feeComesBack: 'आपकी {amount} की फ़ीस वापस आ रही है।',
  refundNoneCalled: 'बुलाए जाने के बाद {amount} की फ़ीस वापस नहीं होती।',
  refundNoneLate: '{when} के बाद, और बुलाए जाने के बाद, {amount} की फ़ीस वापस नहीं होती।',
  joinAgain: 'फिर से जुड़ें',
  backToShop: '{shop} पर वापस',
  startAgain: 'फिर से शुरू करें',
  forgetPhone: 'इस फ़ोन से मेरा नंबर हटाएँ',
} as const satisfies Catalogue<EndingTexts>

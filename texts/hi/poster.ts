import type { PosterTexts } from '#texts/en/poster.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  title: '{shop}: QR कोड',
  promise: 'लाइन में खड़े न रहें। बुलाए जाने पर आएँ।',
  at: '{mall} में',
  atPlace: '{mall} में, {place}',
  stepScan: 'कोड स्कैन करें',
  stepScanHint: 'फ़ोन के कैमरे से। ऐप की ज़रूरत नहीं।',
  stepPay: 'पेमेंट करें, टोकन पाएँ',
  stepToken: 'अपना टोकन पाएँ',
  stepTokenHint: 'आपका नंबर और इंतज़ार का समय, फ़ोन पर लाइव।',
  stepChoose: 'अपनी दुकान चुनें',
  stepChooseHint: 'पहले उसकी कतार और कीमत देखें।',
  eachPrice: 'हर दुकान पेमेंट से पहले पूरी कीमत दिखाती है।',
  stepCome: 'बुलाए जाने पर आएँ',
  stepComeHint: 'काउंटर तैयार होने पर हम मैसेज भेजेंगे।',
  fee: 'एक बार की फ़ीस',
  free: 'मुफ़्त',
  total: 'कुल {total}',
  totalGst: 'कुल {total}, {rate}% GST सहित',
  calledWithin: {
    one: '{count} मिनट में बुलाएँगे, नहीं तो आपकी फ़ीस अपने आप वापस।',
    other: '{count} मिनट में बुलाएँगे, नहीं तो आपकी फ़ीस अपने आप वापस।',
  },
  refundYes: 'बुलाए जाने से पहले छोड़ें तो पूरी फ़ीस वापस; उसके बाद या बारी छूटने पर नहीं।',
  refundBooked: 'बुक किया समय: पेमेंट पर बताए समय तक पूरी फ़ीस वापस।',
  refundNo: 'कतार छोड़ने या बारी छूटने पर फ़ीस वापस नहीं मिलती।',
  nothingToPay: 'न अभी कुछ देना है, न बाद में।',
  asOf: '{date} की कीमत। आपके फ़ोन पर दिखी कीमत ही मान्य है।',
  orOpen: 'या खोलें',
} as const satisfies Catalogue<PosterTexts>

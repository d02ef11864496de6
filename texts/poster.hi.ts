import type { PosterTexts } from './poster.en.ts'
import type { Catalogue } from './speak.ts'

export const hi = {
  title: '{shop}: QR कोड',
  promise: 'लाइन में खड़े न रहें। बुलाए जाने पर आएँ।',
  at: '{mall} में',
  atPlace: '{mall} में, {place}',
  stepScan: 'कोड स्कैन करें',
  stepScanHint: 'फ़ोन के कैमरे से। ऐप की ज़रूरत नहीं।',
  stepPay: 'भुगतान करें, टोकन पाएँ',
  stepToken: 'अपना टोकन पाएँ',
  stepTokenHint: 'आपका नंबर और प्रतीक्षा का समय, फ़ोन पर लाइव।',
  stepCome: 'बुलाए जाने पर आएँ',
  stepComeHint: 'काउंटर तैयार होने पर हम संदेश भेजेंगे।',
  fee: 'एक बार की फ़ीस',
  free: 'निःशुल्क',
  total: 'कुल {total}',
  totalGst: '{rate} % GST सहित कुल {total}',
  refundYes: 'बुलाए जाने से पहले कतार छोड़ें तो पूरी फ़ीस वापस मिलेगी।',
  refundNo: 'कतार छोड़ने पर फ़ीस वापस नहीं मिलती।',
  nothingToPay: 'न अभी कुछ देना है, न बाद में।',
  asOf: '{date} की क़ीमत। आपके फ़ोन पर जो दिखे, वही मान्य है।',
  orOpen: 'या खोलें',
} as const satisfies Catalogue<PosterTexts>

import type { InlineTexts } from '#texts/en/inline.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  oldBrowser: 'यह ब्राउज़र Red Carpet के लिए बहुत पुराना है। कृपया इसे अपडेट करें, दूसरा ब्राउज़र खोलें या काउंटर पर पूछें।',
  incomplete: 'यह पेज पूरा नहीं खुला। कनेक्शन मिलते ही यह अपने-आप फिर कोशिश करेगा।',
} as const satisfies Catalogue<InlineTexts>

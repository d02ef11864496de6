/** What a browser that is older than our oldest one shows above the page. */
export const oldBrowser = {
  en: 'This browser is too old for Red Carpet. Please update it, use another one, or ask at the counter.',
  hi: 'यह ब्राउज़र Red Carpet के लिए बहुत पुराना है। कृपया इसे अपडेट करें, दूसरा ब्राउज़र खोलें या काउंटर पर पूछें।',
} as const

/** What a page says above itself when its scripts did not arrive. */
export const incomplete = {
  en: 'This page did not load completely. It tries again automatically when you are connected.',
  hi: 'यह पेज पूरा नहीं खुला। कनेक्शन मिलते ही यह अपने-आप फिर कोशिश करेगा।',
} as const

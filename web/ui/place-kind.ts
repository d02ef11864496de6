/** The drawings of places without a picture: one family, so that a row of shops looks like one mall. */
export type PlaceKind = 'mall' | 'cup' | 'book' | 'sari' | 'shop'

/** Words that tell what a shop sells, at the beginning of a word of its name or description. Hindi is written without word boundaries here. */
const words: readonly [kind: PlaceKind, fits: RegExp][] = [
  ['cup', /\b(?:caf[eé]|coffee|chai|teas?\b|juice|bak(?:e|ing)|restaurant|kitchen|sweets?\b|dosa|pizza|food)|कैफ़?े|कॉफ़?ी|चाय|मिठाई|रेस्तराँ/iu],
  ['book', /\b(?:books?|stationer|librar|papers?\b|magazine)|किताब|पुस्तक|बुक/iu],
  ['sari', /\b(?:sar(?:i|ee)|silks?\b|fashion|cloth|textile|boutique|tailor|fabric|garment|wear\b)|साड़?ी|वस्त्र|कपड़?े|फ़?ैशन/iu],
]

/** The drawing that fits what a shop says of itself: a cup, a book, a sari, otherwise a shop front. */
export const kindOfShop = ({ name, description }: { name: string; description: string }): PlaceKind => {
  const text = `${name} ${description}`.normalize('NFC')
  return words.find(([, fits]) => fits.test(text))?.[0] ?? 'shop'
}

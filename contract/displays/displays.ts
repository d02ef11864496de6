/** Absent texts are empty strings; the image is an address or null. */
export interface Display {
  shopId: string
  backgroundImage: string | null
  /** For people who cannot see the picture. If it is empty, screens use the shop's name. */
  imageAlt: string
  slidingText: string
  largeLetter: string
  passText: string
  /** Null if the shop plays the product's default sound. */
  audio: string | null
}

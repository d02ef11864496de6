/** A shop's welcome banner. Absent texts are empty strings; the image is an address or null. */
export interface Display {
  shopId: string
  backgroundImage: string | null
  /** What the picture shows, for people who cannot see it. If it is empty, screens use the shop's name. */
  imageAlt: string
  slidingText: string
  largeLetter: string
  passText: string
  /** The looping sound; null if the shop plays the product's default sound. */
  audio: string | null
}

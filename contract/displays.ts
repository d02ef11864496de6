/** A shop's welcome banner. Absent texts are empty strings; the image is an address or null. */
export interface Display {
  shopId: string
  backgroundImage: string | null
  /** What the picture shows, for those who do not see it; empty where the shop's name has to do. */
  imageAlt: string
  slidingText: string
  largeLetter: string
  passText: string
  /** The looping sound; null where the shop plays the house's own. */
  audio: string | null
}

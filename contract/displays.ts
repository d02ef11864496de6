/** A shop's welcome banner. Absent texts are empty strings; the image is an address or null. */
export interface Display {
  shopId: string
  backgroundImage: string | null
  slidingText: string
  largeLetter: string
  passText: string
}

/** What the forms of a mall and of a shop have in common. */
export interface PlaceFields {
  description: string
  /** A data URL, an address, or empty for none. */
  image: string
  email: string
  password: string
  passwordAgain: string
}

/**
 * Strangers attack people of a shop who are behind the same address. The checker does not know how the product defends itself: it only says
 * which promise was broken.
 */

export interface Asked {
  who: 'staff' | 'shopper' | 'owner'
  what: string
  status: number
}

/** A passcode that was requested, and whether the phone had it before the mail server answered again. */
export interface Passcode {
  mobile: string
  askedInSilence: boolean
  cameInSilence: boolean
}

export interface Siege {
  asked: Asked[]
  passcodes: Passcode[]
  /** How many of the strangers' guesses at one mobile's code the product judged, instead of refusing to judge them. */
  judgedGuesses: number
  /** Whether the owner could open the account in the end with the code from the mail. */
  ownerCameBack: boolean
  numbers: number[]
}

/** How many guesses at one mobile may be judged. */
const MOST_GUESSES = 5

/** Returns a sentence for each broken promise; none if the product kept them all. */
export function brokenInSiege({ asked, passcodes, judgedGuesses, ownerCameBack, numbers }: Siege): string[] {
  const refused = asked.filter(({ status }) => status === 429 || status >= 500)
  const late = passcodes.filter(({ askedInSilence, cameInSilence }) => askedInSilence && !cameInSilence)
  const inOrder = numbers.toSorted((a, b) => a - b)
  return [
    ...refused.map(({ who, what, status }) => `${what} of the ${who} got ${status}`),
    ...late.map(({ mobile }) => `the passcode of ${mobile} waited for the mail server`),
    ...(judgedGuesses > MOST_GUESSES ? [`${judgedGuesses} guesses at one mobile were judged`] : []),
    ...(ownerCameBack ? [] : ['the owner could not set a new password']),
    ...(inOrder.every((number, i) => number === i + 1) ? [] : [`the token numbers have a gap or a duplicate: ${inOrder}`]),
  ]
}

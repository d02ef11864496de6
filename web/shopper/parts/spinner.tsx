/** Something is under way; the words next to it say what. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}

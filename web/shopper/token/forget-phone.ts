import { forgetShopper } from '#web/data/shopper/forget.ts'
import { forgetPerson } from '#web/session/forget-person.ts'

export async function forgetPhone(welcome: string): Promise<void> {
  await forgetShopper()
  forgetPerson()
  // A full load, so that nothing of this shopper stays in the page either.
  window.location.assign(welcome)
}

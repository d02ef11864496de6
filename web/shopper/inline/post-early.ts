import type { EarlyPage } from '#web/shopper/early.ts'
import { askPhone } from '#web/shopper/token/ask-phone.ts'

/**
 * Runs inside the document of the token screen, after `keep-early.ts`. A press on *Keep me posted* asks the phone for sound and notices
 * during the press itself. Some browsers refuse both when a recorded press is repeated. A second press is recorded like any other.
 */

const page = (globalThis as { earlyPage?: EarlyPage }).earlyPage

if (page) {
  page.post = (button) => {
    if (page.posted || button.dataset.posts === undefined) return false
    button.ariaPressed = 'true'
    button.classList.add('is-on')
    page.posted = askPhone()
    return true
  }
}

import type { FirstData } from '#contract/storefront/storefront.ts'
import { allowTranslation } from '#web/device/translation.ts'
import { writeDraft } from '#web/session/shopper.ts'
import { doAtOnce } from '#web/shopper/at-once.ts'
import type { EarlyPage } from '#web/shopper/early.ts'

/**
 * Runs inside the document, before the wing's script. Does at once what a press can do without that script. Records other presses, the
 * Enter that opens the welcome and the Enter that sends a form, until the screen can handle them. Stops the browser from sending a form
 * itself, which would put a name and a mobile number into the address. Keeps the typed details for a reload, and the texts that the browser
 * translates. `web/shopper/early.ts` takes over.
 */

const typed = (name: string) => document.querySelector<HTMLInputElement>(`#root input[name=${name}]`)?.value ?? ''

const page: EarlyPage = {
  pressed: [],
  enters: 0,
  sent: null,
  enter: (event) => {
    if (event.key !== 'Enter') return
    if (event.target === document.body) page.enters += 1
    else if (event.target instanceof HTMLInputElement && !event.isComposing) page.sent = event.target.form
  },
  press: (event) => {
    // A press on the disabled *Send OTP* reaches the frame around it.
    const target = event.target instanceof Element && event.target.closest<HTMLElement>('#root :is(button,input[type=radio],.frame)')
    if (!target) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!doAtOnce(target) && !page.post?.(target)) page.pressed.push(target)
  },
  submit: (event) => event.preventDefault(),
  leave: () => {
    const [name, mobile, email] = [typed('name'), typed('mobile'), typed('email')]
    const data: FirstData | null = JSON.parse(document.getElementById('first-data')?.textContent ?? 'null')
    if (name + mobile + email === '' || !data?.storefront) return
    writeDraft(data.storefront.shop.id, { name, mobile, email, step: 'details', resendAt: 0, endsAt: 0, wrongCodes: 0 })
  },
  restoreTexts: allowTranslation(),
}

Object.assign(globalThis, { earlyPage: page })
addEventListener('keydown', page.enter)
addEventListener('click', page.press, true)
addEventListener('submit', page.submit, true)
addEventListener('pagehide', page.leave)

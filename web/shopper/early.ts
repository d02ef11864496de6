import type { Granted } from './token/ask-phone.ts'

/**
 * The server paints the page, and its code arrives a moment later. What a person does until then must not be lost. Presses are repeated,
 * and text that was typed (or filled in by the browser) is written into the fields again.
 */
export interface Early {
  /** Puts back the texts that the browser has translated, just before the hydration. True if there were any. */
  restore: () => boolean
  /** Notes the text in the fields at the moment of the hydration, before any state of ours is put into them. */
  lift: () => void
  /** Gives everything back after the screen's effects have run. */
  replay: () => void
}

/** What the scripts inside the document do and record until the screen handles presses (`inline/keep-early.ts`, `inline/post-early.ts`). */
export interface EarlyPage {
  pressed: HTMLElement[]
  /** How often Enter was pressed while no element had the focus. */
  enters: number
  /** The form in a field of which Enter was pressed last. */
  sent: HTMLFormElement | null
  enter: (event: KeyboardEvent) => void
  press: (event: Event) => void
  submit: (event: Event) => void
  /** Keeps the typed text when the page is left before the screen has taken over. */
  leave: () => void
  /** Handles a press on *Keep me posted*; false for other buttons. Only on the token screen. */
  post?: (button: HTMLElement) => boolean
  restoreTexts: () => boolean
  /** What the phone has granted to that press. */
  posted?: Promise<Granted> | null
}

const earlyPage = (): EarlyPage | undefined => (globalThis as { earlyPage?: EarlyPage }).earlyPage

/** Takes over an early press on *Keep me posted*; null if there was none. Later presses belong to the button. */
export function takePosted(): Promise<Granted> | null {
  const page = earlyPage()
  const posted = page?.posted ?? null
  if (page) {
    page.posted = null
    // Between now and `replay`, a press is recorded like any other.
    delete page.post
  }
  return posted
}

/** Takes over from the document's script, which goes on recording until `replay`. */
export function keepEarly(root: HTMLElement): Early {
  let typed: { field: HTMLInputElement; text: string }[] = []
  const controls = () => [...root.querySelectorAll<HTMLElement>('button, input, .frame')]
  const first = controls()
  // React replaces the server's elements if they do not fit, as on a page that the browser has translated.
  const nowOf = (element: HTMLElement): HTMLElement => (element.isConnected ? element : (controls()[first.indexOf(element)] ?? element))
  return {
    restore: () => earlyPage()?.restoreTexts() ?? false,
    lift: () => {
      typed = first.flatMap((before) => {
        if (!(before instanceof HTMLInputElement) || before.type === 'radio' || before.value === '') return []
        const field = nowOf(before)
        return field instanceof HTMLInputElement ? [{ field, text: before.value }] : []
      })
      for (const { field, text } of typed) {
        // React ignores an event that repeats the value it last saw in a field. After this line, that value is empty.
        field.value = ''
        write(field, text)
      }
    },
    replay: () => {
      const page = earlyPage()
      if (page) {
        removeEventListener('click', page.press, true)
        removeEventListener('keydown', page.enter)
        removeEventListener('submit', page.submit, true)
        removeEventListener('pagehide', page.leave)
      }
      const repeatPresses = queueUp(page?.pressed.map(nowOf) ?? [])
      for (const { field, text } of typed) {
        if (!field.value.startsWith(text)) write(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      // One turn later, so that the fields' new state is rendered before their focusout event.
      setTimeout(async () => {
        for (const { field } of typed) {
          if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
        }
        const pressed = await repeatPresses()
        // Even if its button was disabled, as it is until the fields' state is known: the form says what is missing.
        if (!pressed.some((target) => target instanceof HTMLButtonElement && target.type === 'submit')) page?.sent?.requestSubmit()
        if (page && page.enters > 0) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
      })
    },
  }
}

/**
 * Keeps the order of presses: from now on, those on the page wait behind the recorded ones. Returns a function that repeats them all, each
 * in a task of its own, so that each meets a page that knows the earlier ones. It resolves with what was pressed.
 */
function queueUp(recorded: HTMLElement[]): () => Promise<HTMLElement[]> {
  if (recorded.length === 0) return async () => []
  const queue = [...recorded]
  let isOurs = false
  const wait = (event: Event) => {
    const target = !isOurs && event.target instanceof Element && event.target.closest<HTMLElement>('#root :is(button,a,label,input,.frame)')
    if (!target) return
    event.preventDefault()
    event.stopImmediatePropagation()
    queue.push(target)
  }
  addEventListener('click', wait, true)
  return async () => {
    // The queue grows while it is repeated.
    for (const target of queue) {
      isOurs = true
      // A press before it may have removed it.
      if (target.isConnected) target.click()
      isOurs = false
      await new Promise((next) => setTimeout(next))
    }
    removeEventListener('click', wait, true)
    return queue
  }
}

/** Writes the text past React's own tracking of the field. */
function write(field: HTMLInputElement, text: string): void {
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  native?.set?.call(field, text)
}

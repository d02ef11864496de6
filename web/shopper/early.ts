/**
 * What a person does before the screen responds must not be lost: the server paints the page, and its code arrives a moment later. Presses
 * are kept and repeated. Text that was typed (or filled in by the browser) is written into the fields again.
 */
export interface Early {
  /** Notes the text in the fields at the moment of the hydration, before any state of ours is put into them. */
  lift: () => void
  /** Gives everything back after the screen's effects have run. */
  replay: () => void
}

/** What the small script inside the document kept until this script arrived (`inline/keep-early.ts`). */
export interface EarlyPage {
  pressed: HTMLElement[]
  /** How often Enter was pressed while no element had the focus. */
  enters: number
  /** The form in a field of which Enter was pressed last. */
  sent: HTMLFormElement | null
  enter: (event: KeyboardEvent) => void
  press: (event: Event) => void
  submit: (event: Event) => void
}

/** Starts to keep the presses inside `root`. */
export function keepEarly(root: HTMLElement): Early {
  const page = (globalThis as { earlyPage?: EarlyPage }).earlyPage
  const pressed: HTMLElement[] = page?.pressed ?? []
  let typed: { field: HTMLInputElement; text: string }[] = []
  let enters = page?.enters ?? 0
  let sent = page?.sent ?? null
  const press = (event: Event) => {
    // Links work without our code.
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, input[type=radio]') : null
    if (target === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.push(target)
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    if (event.target === document.body) enters += 1
    else if (event.target instanceof HTMLInputElement && !event.isComposing) sent = event.target.form
  }
  root.addEventListener('click', press, true)
  if (page) {
    removeEventListener('click', page.press, true)
    removeEventListener('keydown', page.enter)
  }
  document.addEventListener('keydown', enter)
  return {
    lift: () => {
      const fields = [...root.querySelectorAll<HTMLInputElement>('input:not([type=radio])')]
      typed = fields.flatMap((field) => (field.value === '' ? [] : [{ field, text: field.value }]))
      for (const { field, text } of typed) {
        // React ignores an event that repeats the value it last saw in a field. After this line, that value is empty.
        field.value = ''
        write(field, text)
      }
    },
    replay: () => {
      root.removeEventListener('click', press, true)
      if (page) removeEventListener('submit', page.submit, true)
      document.removeEventListener('keydown', enter)
      for (const { field, text } of typed) {
        if (!field.value.startsWith(text)) write(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      // One turn later, so that the fields' new state is rendered before their focusout event.
      setTimeout(() => {
        for (const { field } of typed) {
          if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
        }
        for (const target of pressed) target.click()
        // Even if its button was disabled, as it is until the fields' state is known: the form says what is missing.
        if (!pressed.some((target) => target instanceof HTMLButtonElement && target.type === 'submit')) sent?.requestSubmit()
        if (enters > 0) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
      })
    },
  }
}

/** Writes the text past React's own tracking of the field. */
function write(field: HTMLInputElement, text: string): void {
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  native?.set?.call(field, text)
}

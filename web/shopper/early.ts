/**
 * What a person does before the screen is alive must not be lost: the page is painted by the server, and its code comes a moment later.
 * Presses are kept and made again; what was typed (or filled in by the browser) is handed to the fields anew.
 */
export interface Early {
  /** Notes what stands in the fields, in the moment of the hydration, before any state of ours is put into them. */
  lift: () => void
  /** Gives everything back, once the screen's effects have run. */
  replay: () => void
}

/** What the few lines inside the document have kept until this script came (`server/http/page-document.ts`). */
interface EarlyPage {
  pressed: HTMLElement[]
  /** How often Enter was pressed on nothing in particular. */
  enters: number
  enter: (event: Event) => void
  press: (event: Event) => void
  submit: (event: Event) => void
}

/** Starts to keep the presses inside `root`. */
export function keepEarly(root: HTMLElement): Early {
  const page = (globalThis as { earlyPage?: EarlyPage }).earlyPage
  const pressed: HTMLElement[] = page?.pressed ?? []
  let typed: { field: HTMLInputElement; text: string }[] = []
  let enters = page?.enters ?? 0
  const press = (event: Event) => {
    // Links work by themselves.
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, input[type=radio]') : null
    if (target === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.push(target)
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === document.body) enters += 1
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
        // React remembers what it last knew of a field and hears no event that repeats it: now it knows of an empty one.
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
      // One turn later, so that the fields' new state is rendered when they hear that they were left.
      setTimeout(() => {
        for (const { field } of typed) {
          if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
        }
        for (const target of pressed) target.click()
        if (enters > 0) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
      })
    },
  }
}

/** Past React's own view of the field. */
function write(field: HTMLInputElement, text: string): void {
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  native?.set?.call(field, text)
}

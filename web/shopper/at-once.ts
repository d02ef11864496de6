import { localeFrom } from '#contract/base/locale.ts'
import { changeLanguage } from '#web/session/shopper.ts'

/**
 * Does what a button's markup says: `data-opens` has the id of a sheet to open, `data-closes` closes the sheet around it, `data-language`
 * changes the language. Returns false for other buttons, which need the code of their screen. It runs inside the document before that code
 * has loaded, and in the handlers of the screens afterwards.
 */
export function doAtOnce(button: HTMLElement): boolean {
  const { opens, closes, language } = button.dataset
  if (opens !== undefined) openSheet(opens)
  else if (closes !== undefined) button.closest('dialog')?.close()
  else if (language !== undefined) changeLanguage(localeFrom(language))
  else return false
  return true
}

function openSheet(id: string): void {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement && !sheet.open) sheet.showModal()
}

import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { compiled } from './inline-scripts.ts'

const inline = (name: string) => compiled(join(import.meta.dirname, '../web/shopper/inline', `${name}.ts`))

function browser() {
  const heard = new Map<string, (event: unknown) => void>()
  class Element {
    isButton = true
    dataset: Record<string, string> = {}
    ariaPressed = 'false'
    classList = { add: () => undefined }
    closest(wanted: string) {
      return wanted === 'dialog' ? sheet : this.isButton ? this : null
    }
  }
  class HTMLDialogElement extends Element {
    open = false
    showModal() {
      this.open = true
    }
    close() {
      this.open = false
    }
  }
  const sheet = new HTMLDialogElement()
  class HTMLInputElement extends Element {
    form = 'the form'
  }
  const added: object[] = []
  const document = {
    body: new Element(),
    visibilityState: 'hidden',
    readyState: 'interactive',
    currentScript: { nonce: 'n', dataset: { entry: '/a.js', files: '/b.js /c.js' } },
    getElementById: (id: string) => (id === 'the-sheet' ? sheet : null),
    createElement: (tag: string) => ({ tag }),
    head: { append: (element: object) => added.push(element) },
  }
  const page: Record<string, unknown> & { document: typeof document; earlyPage?: { posted: Promise<unknown> } } = {
    Element,
    HTMLInputElement,
    HTMLDialogElement,
    document,
    Node: class {},
    MutationObserver: class {
      observe() {}
    },
    navigator: {},
    window: {},
    addEventListener: (name: string, hear: (event: unknown) => void) => heard.set(name, hear),
  }
  return { page, heard, added, sheet, Element, HTMLInputElement }
}

test('the script in the document records presses and Enter, and stops forms, until the screen is alive', async () => {
  const { page, heard, Element, HTMLInputElement } = browser()
  runInNewContext(await inline('keep-early'), page)
  let stopped = 0
  const event = (facts: object) => ({ ...facts, preventDefault: () => (stopped += 1), stopImmediatePropagation: () => undefined })
  const button = new Element()
  heard.get('click')?.(event({ target: button }))
  heard.get('click')?.(event({ target: Object.assign(new Element(), { isButton: false }) }))
  heard.get('keydown')?.(event({ key: 'Enter', target: page.document.body }))
  heard.get('keydown')?.(event({ key: 'Enter', target: new HTMLInputElement(), isComposing: false }))
  heard.get('keydown')?.(event({ key: 'a', target: page.document.body }))
  heard.get('submit')?.(event({}))
  expect(page).toMatchObject({ earlyPage: { pressed: [button], enters: 1, sent: 'the form' } })
  expect(stopped, 'the press and the form').toBe(2)
})

const press = (target: object) => ({ target, preventDefault: () => undefined, stopImmediatePropagation: () => undefined })

test('the script in the document opens and closes a sheet at once, and does not record these presses', async () => {
  const { page, heard, sheet, Element } = browser()
  runInNewContext(await inline('keep-early'), page)
  const button = (dataset: Record<string, string>) => Object.assign(new Element(), { dataset })
  heard.get('click')?.(press(button({ opens: 'the-sheet' })))
  expect(sheet.open).toBe(true)
  heard.get('click')?.(press(button({ opens: 'the-sheet' })))
  expect(sheet.open, 'a second press changes nothing').toBe(true)
  heard.get('click')?.(press(button({ closes: '' })))
  expect(sheet.open).toBe(false)
  expect(page).toMatchObject({ earlyPage: { pressed: [] } })
})

test('the script of the token screen asks the phone at the first press, and records the second one', async () => {
  const { page, heard, Element } = browser()
  runInNewContext(`${await inline('keep-early')}\n${await inline('post-early')}`, page)
  const button = Object.assign(new Element(), { dataset: { posts: '' } })
  heard.get('click')?.(press(button))
  expect(button.ariaPressed).toBe('true')
  expect(page).toMatchObject({ earlyPage: { pressed: [] } })
  // This browser has neither sound nor notices.
  expect(await page.earlyPage?.posted).toEqual({ sound: null, notices: false })
  heard.get('click')?.(press(button))
  expect(page).toMatchObject({ earlyPage: { pressed: [button] } })
})

test('the script in the document loads the files of its element, with its nonce, when the whole document is there', async () => {
  const { page, heard, added } = browser()
  page.document.readyState = 'loading'
  runInNewContext(await inline('after-paint'), page)
  expect(added).toEqual([])
  page.document.readyState = 'interactive'
  heard.get('DOMContentLoaded')?.({})
  expect(added).toEqual([
    { tag: 'link', rel: 'modulepreload', href: '/b.js' },
    { tag: 'link', rel: 'modulepreload', href: '/c.js' },
    { tag: 'script', type: 'module', src: '/a.js', nonce: 'n' },
  ])
})

test('the text of a script cannot end its element', async () => {
  for (const name of ['keep-early', 'post-early', 'after-paint']) expect(await inline(name)).not.toContain('</script')
})

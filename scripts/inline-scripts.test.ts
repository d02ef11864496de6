import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { compiled } from './inline-scripts.ts'

const inline = (name: string) => compiled(join(import.meta.dirname, '../web/shopper/inline', `${name}.ts`))

/** What the scripts use of a browser. */
function browser() {
  const heard = new Map<string, (event: unknown) => void>()
  class Element {
    isButton = true
    closest() {
      return this.isButton ? this : null
    }
  }
  class HTMLInputElement extends Element {
    form = 'the form'
  }
  const added: object[] = []
  const document = {
    body: new Element(),
    visibilityState: 'hidden',
    currentScript: { nonce: 'n', dataset: { entry: '/a.js', files: '/b.js /c.js' } },
    createElement: (tag: string) => ({ tag }),
    head: { append: (element: object) => added.push(element) },
  }
  const page = {
    Element,
    HTMLInputElement,
    document,
    addEventListener: (name: string, hear: (event: unknown) => void) => heard.set(name, hear),
  }
  return { page, heard, added, Element, HTMLInputElement }
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

test('the script in the document loads the files of its element, with its nonce', async () => {
  const { page, added } = browser()
  runInNewContext(await inline('after-paint'), page)
  expect(added).toEqual([
    { tag: 'link', rel: 'modulepreload', href: '/b.js' },
    { tag: 'link', rel: 'modulepreload', href: '/c.js' },
    { tag: 'script', type: 'module', src: '/a.js', nonce: 'n' },
  ])
})

test('the text of a script cannot end its element', async () => {
  for (const name of ['keep-early', 'after-paint']) expect(await inline(name)).not.toContain('</script')
})

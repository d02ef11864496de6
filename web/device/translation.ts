/**
 * Lets React work on a page that the browser translates. A translator replaces each text with a `<font>`. React still holds the old text:
 * removing it, or putting something before it, fails (`NotFoundError`), and a change of it is not seen. With this, a text that React needs
 * or changes takes its place again, and is translated once more. Texts that React sets as the only content of an element need none of this.
 * Safari's translator leaves no `<font>`: there, presses work, and a text next to others may stay old.
 *
 * Returns a function for the moment before a hydration, which needs every text: it puts all of them back, and returns whether there were
 * any.
 */
export function allowTranslation(): () => boolean {
  /** What is on the page in place of a text, and the reverse. */
  const standIns = new WeakMap<Node, ChildNode>()
  const originals = new WeakMap<Node, Node>()
  let early: Node[] | null = []

  const putBack = (text: Node) => {
    const standIn = standIns.get(text)
    standIns.delete(text)
    if (standIn?.isConnected) standIn.replaceWith(text)
  }
  // A text that is not on the page can be observed too.
  const changes = new MutationObserver((records) => {
    for (const { target } of records) putBack(target)
  })

  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (standIn === undefined) continue
      for (const removed of removedNodes) {
        // A translation into another language replaces the `<font>` of the first one.
        const text = originals.get(removed) ?? removed
        if (!isText(text) || (originals.get(standIn) ?? text) !== text) continue
        // The translator has put it back itself.
        if (text.isConnected && !standIn.contains(text)) continue
        standIns.set(text, standIn)
        originals.set(standIn, text)
        changes.observe(text, { characterData: true })
        early?.push(text)
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true })

  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null | undefined): T {
    return insertBefore.call(this, node, before == null ? null : childAt(this, before)) as T
  }
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const at = childAt(this, child)
    if (at !== null) removeChild.call(this, at)
    return child
  }
  /** The child of `parent` that a text stands for; null if the text is gone. Anything else is its own affair. */
  function childAt(parent: Node, node: Node): Node | null {
    if (node.parentNode === parent || !isText(node)) return node
    putBack(node)
    let at: Node | null = node
    while (at !== null && at.parentNode !== parent) at = at.parentNode
    return at
  }

  return () => {
    const texts = early ?? []
    early = null
    texts.forEach(putBack)
    return texts.length > 0
  }
}

const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE
const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'

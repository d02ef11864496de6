import { startTransition } from 'react'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { comeBack } from '#web/device/come-back.ts'
import { App } from './app.tsx'
import { keepEarly } from './early.ts'
import { firstWorld } from './journey.ts'
import type { Tell } from './journey-context.ts'
import { importsIn } from './late-imports.ts'
import { type Late, later, partsAtFirst } from './late-parts.ts'
import { Mark } from './parts/mark.tsx'
import { isWide } from './use-wide.ts'
import { sayWords } from './words.ts'

const data: FirstData = JSON.parse(document.getElementById('first-data')?.textContent ?? 'null')
const root = document.getElementById('root')

const late = later(importsIn(data.locale))

const said = sayWords('shopper', data.locale)

/**
 * React's part for the browser starts in a task of its own. Together with the screens it would block a mid-range phone for a tenth of a
 * second, in which no touch is answered.
 */
async function reactDom() {
  await new Promise((resolve) => setTimeout(resolve))
  return import('react-dom/client')
}

/** How long the hydration of a wide screen waits for the code of its decoration, in ms. */
const SCENE_MS = 1500

/**
 * The server paints the scene on every page, because it does not know the screen. A phone never shows it, so its code is not loaded, and
 * the hidden element is removed before the hydration. The same happens on a wide screen if the code does not arrive in time.
 */
async function sceneOrNone(root: HTMLElement): Promise<Late> {
  const scene = root.querySelector('.scene')
  if (scene === null) return late
  if (isWide()) {
    const came = late.load('scene').then(
      () => true,
      () => false,
    )
    const tooLate = new Promise<false>((resolve) => setTimeout(resolve, SCENE_MS, false))
    if (await Promise.race([came, tooLate])) return late
  }
  scene.remove()
  return withoutScene(late)
}

/** The parts without the scene, until a screen loads it after the hydration: the first render must match the page. */
function withoutScene(parts: Late): Late {
  let isAsked = false
  return {
    at: (name) => (name === 'scene' && !isAsked ? undefined : parts.at(name)),
    load: (name) => {
      isAsked ||= name === 'scene'
      return parts.load(name)
    },
  }
}

// No top-level await: in the build this module shares a file with what the screens import, so they would wait for each other.
async function begin(root: HTMLElement): Promise<void> {
  const early = keepEarly(root)
  // The document carries its style sheet. In development, this import makes style changes visible.
  if (import.meta.hot) await import('./shopper.css')
  const [say, , { hydrateRoot }, parts] = await Promise.all([
    said,
    late.load(data.screen),
    reactDom(),
    sceneOrNone(root),
    ...partsAtFirst(firstWorld(data)).map((name) => late.load(name)),
  ])
  const isTranslated = early.restore()
  // As a transition, the work is done in slices of some milliseconds, so the phone still responds to touches.
  startTransition(() => {
    const shown = hydrateRoot(root, <App data={data} say={say} late={parts} early={early} />, {
      onRecoverableError: (error) => {
        // A translator may be faster. React then renders the page again.
        if (!isTranslated) reportError(error)
      },
      onUncaughtError: (error) => {
        console.error(error)
        // React has emptied the page by then.
        shown.render(<Broken say={say} />)
      },
    })
  })
}

function failed(reason: unknown): void {
  console.error(reason)
  comeBack({ tells: true })
}

if (root) begin(root).catch(failed)

/** The page when a screen has failed: no journey, no live state, only a button that reloads. */
function Broken({ say }: { say: Tell }) {
  return (
    <div className="app night">
      <main className="page">
        <section className="missing pad" role="alert">
          <Mark />
          <h1>{say('titleBroken')}</h1>
          <p>{say('brokenText')}</p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            {say('reload')}
          </button>
        </section>
      </main>
    </div>
  )
}

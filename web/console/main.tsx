import './nonce.ts'
import '#web/ui/mantine-styles.ts'
import '#web/ui/tokens.css'
import '#web/ui/console.css'
import '#web/ui/mantine.css'
import { createRoot } from 'react-dom/client'
import { comeBack } from '#web/device/come-back.ts'
import { allowTranslation } from '#web/device/translation.ts'
import { wordsLoaded } from '#web/words/own-words.ts'
import { App } from './app.tsx'

document.body.classList.add('console')

// It needs no text back: there is nothing to hydrate.
allowTranslation()()

async function start(root: HTMLElement): Promise<void> {
  await wordsLoaded()
  createRoot(root).render(<App />)
}

function failed(reason: unknown): void {
  console.error(reason)
  comeBack({ tells: true })
}

const root = document.getElementById('root')
if (root) start(root).catch(failed)

import './nonce.ts'
import '../ui/mantine-styles.ts'
import '../ui/tokens.css'
import '../ui/console.css'
import '../ui/mantine.css'
import { createRoot } from 'react-dom/client'
import { readPageData } from '../session/page-data.ts'
import { wordsOf } from '../session/words.ts'
import { App } from './app.tsx'

const page = readPageData()
document.documentElement.lang = page.locale
document.body.classList.add('console')

const root = document.getElementById('root')
if (root) createRoot(root).render(<App page={page} words={await wordsOf(page.locale)} />)

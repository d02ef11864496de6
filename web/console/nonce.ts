import '#web/device/has-own.ts'
import { setNonce } from 'get-nonce'
import { z } from 'zod'

/**
 * The first import of the console; it has its own file because imports are hoisted. Styles made at run time carry the page's nonce. Zod
 * does not probe `new Function`, which a strict policy reports.
 */
// The property, because browsers empty the attribute after they have read it.
export const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
setNonce(nonce)
z.config({ jitless: true })

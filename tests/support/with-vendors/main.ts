import { join } from 'node:path'
import { builtWeb } from '#server/http/pages/built-web.ts'
import { startDemoWithVendors } from './start.ts'

/** `npm start -- --with-vendors`. It is with the tests, because no image of production has them. */
await startDemoWithVendors(() => builtWeb(join(import.meta.dirname, '../../..')))

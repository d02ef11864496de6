// `npm start -- --with-vendors` as a separate process, with bare pages: a server test needs no built web.
import { noWeb } from '#tests/support/server/no-web.ts'
import { startDemoWithVendors } from '#tests/support/with-vendors/start.ts'

// If the test run dies, no server stays behind.
process.on('disconnect', () => process.exit(1))

await startDemoWithVendors(() => noWeb)

// The house's walls, as docs/architecture.md tells them. Needs @swc/core beside it: without it dependency-cruiser cannot read
// TypeScript 7, sees no module at all and passes; scripts/check.ts fails below a number of modules for that reason.

/** Slices in building order: one may lean only on those before it. */
const slices = [
  'audit',
  'accounts',
  'media',
  'malls',
  'shops',
  'verification',
  'displays',
  'counters',
  'queue',
  'payments',
  'messages',
  'storefront',
  'insights',
  'realtime',
]
const any = (names) => `(?:${names.join('|')})`
const slice = `^server/(${slices.join('|')})/`
/** A slice's files may be split by story: `ticket-store.ts` is a store like `store.ts`. */
const STORE = '[/-]store\\.ts$'
const EDGE = '[/-](?:routes|jobs)\\.ts$'
const TEST = '\\.test\\.tsx?$'

const leanLeft = slices.slice(0, -1).map((name, i) => ({
  name: `${name}-leans-left`,
  comment: 'A slice uses only those before it in building order. Tell the later ones with an event instead: announce().',
  severity: 'error',
  from: { path: `^server/${name}/`, pathNot: TEST },
  to: { path: `^server/${any(slices.slice(i + 1))}/` },
}))

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    wall('no-cycles', 'Two modules that need each other are one module.', {}, { circular: true }),
    wall('no-strangers', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    wall(
      'contract-needs-nobody',
      'The contract imports zod and itself.',
      { path: '^contract/', pathNot: TEST },
      { pathNot: '^contract/|node_modules/zod/' },
    ),
    wall('texts-need-nobody', 'Catalogues are plain words.', { path: '^texts/', pathNot: TEST }, { pathNot: '^texts/' }),
    // The browser bundle cannot carry the server, and the server gets the web only as WebAssets.
    wall('server-not-web', 'The server gets the web through WebAssets.', { path: '^server/' }, { path: '^web/' }),
    wall('web-not-server', 'The browser knows the contract only.', { path: '^web/' }, { path: '^server/' }),
    wall(
      'product-not-tests',
      'Tests lean on the product, never the other way round.',
      { path: '^(?:contract|server|web|texts|scripts)/', pathNot: TEST },
      { path: `^tests/|${TEST}` },
    ),

    wall(
      'rules-are-pure',
      'Rules decide from what they are given: no clock, no environment, no database, no network.',
      { path: '^server/.*/rules\\.ts$' },
      { pathNot: '^contract/|/rules\\.ts$|^server/kit/(?!clock|log)' },
    ),
    wall(
      'store-knows-only-sql',
      'A store is queries: the contract, the database, Kysely, and the shapes that its own rules speak of.',
      { path: `^server/([^/]+).*${STORE}`, pathNot: TEST },
      { pathNot: `^contract/|^server/(?:db|kit)/|^server/$1/rules\\.ts$|${STORE}|node_modules/kysely/` },
    ),
    wall(
      'sql-only-in-store',
      'Only a store speaks to the database.',
      { path: slice, pathNot: `${STORE}|${TEST}` },
      { path: 'node_modules/(?:kysely|pg|@electric-sql)/' },
    ),
    wall(
      'slices-keep-their-inside',
      'Of another slice, everything is public but its store, routes, jobs, gateways and senders.',
      { path: slice },
      { path: slice, pathNot: '^server/$1/|^server/[^/]+/(?!(?:store|routes|jobs)\\.ts)[^/]*(?<!-(?:store|routes|jobs))\\.ts$' },
    ),
    wall(
      'vendors-come-through-wiring',
      'Gateways and senders stand behind their port; wiring.ts picks them.',
      { path: '^server/', pathNot: `^server/wiring\\.ts$|/(?:gateways|senders)/|${TEST}` },
      { path: '^server/[^/]+/(?:gateways|senders)/', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'routes-and-jobs-call-stories',
      'A route decodes, calls one story and encodes.',
      { path: `^server/.*${EDGE}` },
      { path: `${STORE}|^server/outbox/` },
    ),
    wall(
      'stories-know-no-http',
      'A story does not know by which way it was called.',
      { path: slice, pathNot: `${EDGE}|${TEST}|^server/realtime/` },
      { path: '^server/http/|node_modules/@?fastify' },
    ),
    wall(
      'outbox-knows-no-slice',
      'The outbox carries events and does not know who hears them.',
      { path: '^server/outbox/', pathNot: TEST },
      { path: slice },
    ),
    wall('kit-is-free', 'The kit is small and free of the domain.', { path: '^server/kit/', pathNot: TEST }, { path: '^server/(?!kit/)' }),
    wall(
      'db-is-low',
      'The database layer knows no slice and no HTTP.',
      { path: '^server/db/', pathNot: TEST },
      { path: '^server/(?!db/|kit/)' },
    ),
    wall(
      'backup-is-low',
      'A backup takes the tables as it finds them.',
      { path: '^server/backup/', pathNot: TEST },
      { path: '^server/(?!backup/|db/|kit/)' },
    ),
    wall(
      'demo-is-hung-in',
      'Demo data is hung in where the process is put together, so that production has none of it.',
      { path: '^server/', pathNot: `^server/(?:demo/|(?:wiring|process)\\.ts$)|${TEST}` },
      { path: '^server/demo/' },
    ),
    wall(
      'wire-words-stop-at-the-edge',
      'The wire spelling is translated once, at the edge: HTTP, the socket, the first data of a page, what the browser stores.',
      {
        pathNot: `${EDGE}|^contract/|^server/(?:http|realtime|storefront)/|^web/(?:api|live|session)/|^web/features/.*[/-]api\\.ts$|^tests/|${TEST}`,
      },
      { path: '\\.wire\\.ts$', dependencyTypesNot: ['type-only'] },
    ),

    wall(
      'ui-knows-nothing',
      'Building blocks know no router, no query, no slice.',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^(?:web/(?!ui/)|contract/|server/|texts/)|node_modules/(?:react-router|@tanstack)/' },
    ),
    wall(
      'features-know-no-screen',
      'Screens use features, not the other way round.',
      { path: '^web/(?:features|ui|api|live|session)/' },
      { path: '^web/(?:shopper|console)/' },
    ),
    wall(
      'features-stand-alone',
      'Two features meet in a screen.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    wall(
      'wings-stand-apart',
      'Crossing wings is a full load.',
      { path: '^web/(shopper|console)/' },
      { path: '^web/(?:shopper|console)/', pathNot: '^web/$1/' },
    ),
    wall(
      'shopper-wing-is-small',
      'React and our own code: everything else would break the 80 kB of the first screen.',
      { path: '^web/shopper/', pathNot: TEST },
      { path: 'node_modules/(?:zod|@tanstack|@mantine|react-router)/', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'one-fetch-one-socket',
      'The socket client is opened in web/live alone.',
      { path: '^web/', pathNot: '^web/live/' },
      { path: 'node_modules/socket\\.io-client/' },
    ),
    ...leanLeft,
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Sees type-only imports too, and by this parser alone marks them as such.
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}

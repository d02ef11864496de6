// The import rules that docs/architecture.md describes. They need @swc/core: without it dependency-cruiser cannot read TypeScript 7, sees
// no module at all and passes. For that reason, scripts/check.ts fails below a number of modules.

/** Nouns own tables. In building order: each may import only those before it. */
const nouns = [
  'audit',
  'quotas',
  'accounts',
  'media',
  'malls',
  'shops',
  'staff',
  'verification',
  'displays',
  'counters',
  'poster',
  'slots',
  'queue',
  'payments',
  'messages',
]
/** Compositions serve people: they read and combine nouns. */
const compositions = ['sign-in', 'storefront', 'desk', 'office']
/** All slices in building order: nouns, compositions, and the sockets, which may import both. */
const slices = [...nouns, ...compositions, 'realtime']
const any = (names) => `(?:${names.join('|')})`
const slice = `^server/(${slices.join('|')})/`
/** A slice's files may be split by story: `ticket-store.ts` is a store like `store.ts`. */
const STORE = '[/-]store\\.ts$'
/** Rules split in the same way. */
const RULES = '[/-]rules\\.ts$'
/** Where a slice meets the rest of the product: its calls, its background work, and the list of both. */
const EDGE = '[/-](?:routes|slice)\\.ts$'
/** The names of files that other slices may import. */
const OUTSIDE = '(?!(?:store|routes|slice)\\.ts)[^/]*(?<!-(?:store|routes|slice))\\.ts$'
/** Where the contract has the wire's spelling: the calls, and the shapes that several of them use. */
const WIRE = '^contract/[^/]+/[a-z-]*(?:calls|shapes)\\.ts$'
/** All files of the contract that carry Zod. */
const ZOD = `${WIRE}|^contract/(?:calls|base/envelope)\\.ts$`
const TEST = '\\.test\\.tsx?$'

const leanLeft = nouns.map((name, i) => ({
  name: `${name}-leans-left`,
  comment: 'A noun uses only those before it in building order. Tell the later ones with an event instead: announce().',
  severity: 'error',
  from: { path: `^server/${name}/`, pathNot: TEST },
  to: { path: `^server/${any(slices.slice(i + 1))}/` },
}))

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    wall('no-cycles', 'Modules must not import each other in a circle.', {}, { circular: true }),
    wall('no-strangers', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    wall(
      'contract-needs-nobody',
      'The contract imports zod and itself.',
      { path: '^contract/', pathNot: TEST },
      { pathNot: '^contract/|node_modules/zod/' },
    ),
    wall(
      'words-carry-no-zod',
      'The words of a slice reach every phone: Zod stays in the calls, the shapes and the envelope.',
      { path: '^contract/', pathNot: `${ZOD}|${TEST}` },
      { path: `${ZOD}|node_modules/zod/`, dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'base-knows-no-slice',
      'What every folder of the contract needs knows none of them.',
      { path: '^contract/base/', pathNot: TEST },
      { pathNot: '^contract/base/|node_modules/zod/' },
    ),
    wall(
      'texts-need-nobody',
      'Catalogues are plain words. Their loader knows the languages.',
      { path: '^texts/', pathNot: `${TEST}|^texts/[a-z]+/refusals\\.ts$` },
      { pathNot: '^(?:texts/|contract/base/locale\\.ts$)' },
    ),
    wall(
      'refusals-know-their-codes',
      'The catalogue of refusals knows the codes and their English sentences, nothing else of the contract.',
      { path: '^texts/[a-z]+/refusals\\.ts$' },
      { pathNot: '^(?:texts/|contract/base/errors\\.ts$)' },
    ),
    // The browser bundle cannot carry the server, and the server gets the web only as WebAssets.
    wall('server-not-web', 'The server gets the web through WebAssets.', { path: '^server/' }, { path: '^web/' }),
    wall('web-not-server', 'The browser knows the contract only.', { path: '^web/' }, { path: '^server/' }),
    wall(
      'product-not-tests',
      'Tests import the product, never the other way round.',
      { path: '^(?:contract|server|web|texts|scripts)/', pathNot: TEST },
      { path: `^tests/|${TEST}` },
    ),

    wall(
      'rules-are-pure',
      'Rules decide from what they are given: no clock, no environment, no database, no network.',
      { path: `^server/.*${RULES}` },
      { pathNot: `^contract/|${RULES}|^server/(?:kit/(?!clock|log)|limits-of-calls)` },
    ),
    wall(
      'store-knows-only-sql',
      'A store is queries: the contract, the database, Kysely, and the shapes that its own rules speak of.',
      { path: `^server/([^/]+).*${STORE}`, pathNot: TEST },
      { pathNot: `^contract/|^server/(?:db|kit)/|^server/$1/[a-z/-]*rules\\.ts$|${STORE}|node_modules/kysely/` },
    ),
    wall(
      'sql-only-in-store',
      'Only a store uses the database.',
      { path: slice, pathNot: `${STORE}|${TEST}` },
      { path: 'node_modules/(?:kysely|pg|@electric-sql)/' },
    ),
    wall(
      'slices-keep-their-inside',
      'Of another slice, everything is public but its store, routes, list, gateways and senders.',
      { path: slice },
      {
        path: slice,
        // A sub-folder of a slice is as public as the slice.
        pathNot: ['^server/$1/', `^server/[^/]+/${OUTSIDE}`, `^server/[^/]+/(?!gateways/|senders/)[^/]+/${OUTSIDE}`],
      },
    ),
    wall(
      'compositions-serve-people',
      'A composition is for people: the sockets, the demo and the parts that put the process together use it, no noun does.',
      { path: '^server/', pathNot: `^server/(?:${any(compositions)}|realtime|demo)/|^server/(?:wiring|pages)\\.ts$|${TEST}` },
      { path: `^server/${any(compositions)}/` },
    ),
    wall(
      'compositions-stand-alone',
      'Two compositions know only the nouns. What both need belongs to a noun.',
      { path: `^server/(${any(compositions)})/` },
      { path: `^server/${any([...compositions, 'realtime'])}/`, pathNot: '^server/$1/' },
    ),
    wall(
      'compositions-own-no-table',
      'A composition has no store: SQL is in the store of the noun that owns the table.',
      { path: `^server/${any(compositions)}/`, pathNot: TEST },
      { path: `${STORE}|node_modules/(?:kysely|pg|@electric-sql)/` },
    ),
    wall(
      'vendors-come-through-wiring',
      'Gateways and senders are used through their port; wiring.ts picks them.',
      { path: '^server/', pathNot: `^server/wiring\\.ts$|/(?:gateways|senders)/|${TEST}` },
      { path: '^server/[^/]+/(?:gateways|senders)/', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'routes-and-slice-call-stories',
      'A route decodes, calls one story and encodes.',
      { path: `^server/.*${EDGE}` },
      { path: `${STORE}|^server/outbox/` },
    ),
    wall(
      'a-call-is-served-by-its-slice',
      'The folder of a call in the contract is the folder of the server that serves it, so that its value says where its route is.',
      { path: '^server/([^/]+)/', pathNot: TEST },
      { path: '^contract/[^/]+/[a-z-]*calls\\.ts$', pathNot: '^contract/$1/', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'stories-know-no-http',
      'A story does not know how it was called.',
      { path: slice, pathNot: `${EDGE}|${TEST}|^server/realtime/` },
      { path: '^server/http/|node_modules/@?fastify' },
    ),
    wall(
      'slices-come-through-wiring',
      'A slice describes itself in slice.ts; wiring.ts lists the slices.',
      { path: '^server/', pathNot: '^server/wiring\\.ts$' },
      { path: '^server/[^/]+/slice\\.ts$' },
    ),
    wall(
      'deps-are-ports',
      'Deps name the types of ports and none of their code.',
      { path: '^server/deps\\.ts$' },
      { path: slice, dependencyTypesNot: ['type-only'] },
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
      'print-is-low',
      'Paper and codes know nothing of what is printed.',
      { path: '^server/print/', pathNot: TEST },
      { path: '^server/(?!print/)' },
    ),
    wall(
      'demo-only-at-the-start',
      'Only the files that start the product or leave the demo know the demo data, so that production has none of it.',
      { path: '^server/', pathNot: `^server/(?:demo/|(?:wiring|first-data|process|operator/leave-demo)\\.ts$)|${TEST}` },
      { path: '^server/demo/' },
    ),
    wall(
      'wire-words-stop-at-the-edge',
      'The wire spelling is translated once, at the edge: HTTP, the socket, the first data of a page, what the browser stores.',
      {
        pathNot: `${EDGE}|^contract/|^server/(?:http|realtime|storefront)/|^web/(?:api|data|live|session|forms|words)/|^tests/|${TEST}`,
      },
      { path: WIRE, dependencyTypesNot: ['type-only'] },
    ),

    wall(
      'ui-knows-nothing',
      'Building blocks know no router, no query, no slice.',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^(?:web/(?!ui/)|contract/(?!base/)|server/|texts/)|node_modules/(?:react-router|@tanstack)/' },
    ),
    wall(
      'features-know-no-screen',
      'Screens use features, not the other way round.',
      { path: '^web/(?:features|data|forms|words|ui|api|live|session)/' },
      { path: '^web/(?:shopper|console)/' },
    ),
    wall(
      'data-knows-no-feature',
      'Queries and changes use the contract, the callers, the session and the socket. They know no feature and no text.',
      { path: '^web/data/', pathNot: TEST },
      { path: '^(?:web/(?!data/|api/|session/|live/)|texts/)' },
    ),
    wall(
      'features-ask-data',
      'Only web/data talks to the server: a screen that calls it itself has no key that a change can make stale. Failures are free.',
      { path: '^web/(?:features|console|shopper|forms|words|ui)/', pathNot: TEST },
      { path: '^web/(?:api/(?!call\\.ts$)|session/account-call\\.ts$)' },
    ),
    wall(
      'each-wing-has-its-data',
      'The data of the shopper wing is by name and has no keys; that of the console carries Zod and the cache.',
      { path: '^web/(?:shopper|data/shopper)/', pathNot: TEST },
      { path: '^web/data/(?!shopper/)' },
    ),
    wall(
      'console-not-shopper-data',
      'What the console reads has a key.',
      { path: '^web/(?:console|features|forms|data/(?!shopper/))', pathNot: TEST },
      { path: '^web/data/shopper/' },
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
      { path: '^web/(?:shopper|data/shopper)/', pathNot: TEST },
      { path: `node_modules/(?:zod|@tanstack|@mantine|react-router)/|${ZOD}`, dependencyTypesNot: ['type-only'] },
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

import { Readable } from 'node:stream'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import * as auditCalls from '#contract/office/audit-calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { csvHead, csvLines } from './audit-rules.ts'
import { exportAudit, readAudit } from './read-audit.ts'

const named = (of: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="audit-${of}.csv"`,
})

/** The audit of a mall for its managers, of all malls for super administrators; as pages and as one file. */
export function auditRoutes(app: App, depsOf: DepsOf): void {
  serve(app, auditCalls.readAudit, (request) => readAudit(depsOf(request), accountOf(request), null, request.query))
  serve(app, auditCalls.exportAudit, async (request, reply) => {
    const parts = await exportAudit(depsOf(request), accountOf(request), null, request.query)
    return reply.headers(named('all')).send(Readable.from(linesOf(parts)))
  })
  serve(app, auditCalls.readMallAudit, (request) => readAudit(depsOf(request), accountOf(request), request.params.id, request.query))
  serve(app, auditCalls.exportMallAudit, async (request, reply) => {
    const parts = await exportAudit(depsOf(request), accountOf(request), request.params.id, request.query)
    return reply.headers(named('mall')).send(Readable.from(linesOf(parts)))
  })
}

async function* linesOf(parts: AsyncGenerator<AuditEntry[]>): AsyncGenerator<string> {
  yield csvHead
  for await (const entries of parts) yield csvLines(entries)
}

import * as cashCalls from '#contract/payments/cash-calls.ts'
import * as dayCalls from '#contract/payments/day-calls.ts'
import * as moneyCalls from '#contract/payments/money-calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { readDay } from './day/read-day.ts'
import { countCash } from './drawers/count-cash.ts'
import { listDrawers, readCash } from './drawers/read-drawers.ts'
import { exportMoney } from './money/export-money.ts'
import { listMoney } from './money/list-money.ts'
import { readMoney } from './money/read-money.ts'

export function moneyRoutes(app: App, depsOf: DepsOf): void {
  serve(app, moneyCalls.readMoney, (request) => readMoney(depsOf(request), accountOf(request), request.params.id, request.query))
  serve(app, moneyCalls.listMoney, (request) => listMoney(depsOf(request), accountOf(request), request.params.id, request.query))
  serve(app, dayCalls.readDay, (request) => readDay(depsOf(request), accountOf(request), request.params.id, request.query))
  serve(app, cashCalls.readCash, (request) => readCash(depsOf(request), accountOf(request), request.params.id, request.query))
  serve(app, cashCalls.listDrawers, (request) => listDrawers(depsOf(request), accountOf(request), request.params.id))
  serve(app, cashCalls.countCash, (request) => countCash(depsOf(request), accountOf(request), request.params.id, request.body))
  serve(app, moneyCalls.exportMoney, async (request, reply) => {
    const { type, name, parts } = await exportMoney(depsOf(request), accountOf(request), request.params.id, request.query)
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `attachment; filename="${name}"` }
    return reply.headers(headers).send(parts)
  })
}

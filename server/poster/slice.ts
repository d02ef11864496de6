import { noteCode, readEntrancePoster, readPoster } from '#contract/poster/calls.ts'
import type { App } from '#server/http/app.ts'
import type { DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import type { Slice } from '#server/slice.ts'
import { makeEntrancePoster, makePoster, noteCodeSaved } from './service.ts'

/** Browsers save the file under the place's name. The plain name is for old browsers that cannot read `filename*`. */
const named = (fileName: string): string => `inline; filename="poster.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`

function posterRoutes(app: App, depsOf: DepsOf): void {
  serve(app, readPoster, async (request, reply) => {
    const { size, lang, counter } = request.query
    const poster = { shopId: request.params.id, size, languages: lang, counterId: counter ?? null }
    const { pdf, fileName } = await makePoster(depsOf(request), accountOf(request), poster)
    return reply.type('application/pdf').header('content-disposition', named(fileName)).send(pdf)
  })
  serve(app, readEntrancePoster, async (request, reply) => {
    const { size, lang } = request.query
    const { pdf, fileName } = await makeEntrancePoster(depsOf(request), accountOf(request), request.params.id, { size, languages: lang })
    return reply.type('application/pdf').header('content-disposition', named(fileName)).send(pdf)
  })
  serve(app, noteCode, (request) => noteCodeSaved(depsOf(request), accountOf(request), request.params.id))
}

export const poster: Slice = { routes: [posterRoutes] }

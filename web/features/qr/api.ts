import type { PosterLanguage, PosterSize } from '../../../contract/poster.wire.ts'
import { noteCode } from '../../../contract/poster.wire.ts'
import { readSettings } from '../../../contract/shops.wire.ts'
import { call, readFile } from '../../session/account-call.ts'

/** The counters of a shop, for who manages it. */
export async function readCounters(shopId: string, signal: AbortSignal): Promise<{ id: string; name: string }[]> {
  const { counters } = await call('GET', `/api/settings/${encodeURIComponent(shopId)}`, {
    signal,
    decode: (wire) => readSettings.answer.parse(wire),
  })
  return counters.map(({ id, name }) => ({ id, name }))
}

/** What somebody wants to print. */
export interface PosterWish {
  shopId: string
  counterId: string | null
  size: PosterSize
  /** In the order they are printed. */
  languages: readonly PosterLanguage[]
}

/** The poster of a shop as a PDF; refused with `unprintable_name` where its name has letters that cannot be printed. */
export const readPoster = ({ shopId, counterId, size, languages }: PosterWish): Promise<Blob> =>
  readFile(`/api/poster/${encodeURIComponent(shopId)}`, {
    size,
    lang: languages.join(','),
    ...(counterId === null ? {} : { counter: counterId }),
  })

/** Notes that a code of the shop was saved, for its owner's first steps; the picture is saved whatever becomes of it. */
export const noteCodeSaved = (shopId: string): Promise<unknown> =>
  call('POST', `/api/qrcode/${encodeURIComponent(shopId)}/made`, { body: {}, decode: (wire) => noteCode.answer.parse(wire) })

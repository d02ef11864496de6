import { noteCode, type PosterLanguage, readEntrancePoster, readPoster } from '#contract/poster/calls.ts'
import type { PosterSize } from '#contract/poster/poster.ts'
import { addressOf } from '#web/api/ask.ts'
import { ask, readFile } from '#web/session/account-call.ts'
import { placesStale } from './malls.ts'
import { type Told, useChange } from './query.ts'

export interface PosterRequest {
  /** Of the shop or the mall. */
  id: string
  /** A mall: its poster leads to its entrance. */
  isMall?: boolean
  counterId: string | null
  size: PosterSize
  /** In the order in which they are printed. */
  languages: readonly PosterLanguage[]
}

/**
 * A PDF for a shop or for a mall's entrance. Refused with `unprintable_name` if the name has letters that cannot be printed. A printed
 * poster is one of an owner's first steps.
 */
export const usePoster = (told: Told<File, PosterRequest>) =>
  useChange(
    ({ id, isMall = false, counterId, size, languages }) =>
      readFile(addressOf(isMall ? readEntrancePoster.path : readPoster.path, { id }), {
        size,
        lang: languages.join(','),
        ...(isMall || counterId === null ? {} : { counter: counterId }),
      }),
    placesStale,
    told,
  )

/** Records for the owner's first steps that a QR code of the shop was saved. The picture is saved even if this call fails. */
export const useNoteCode = () => useChange((shopId: string) => ask(noteCode, { params: { id: shopId } }), placesStale)

import type { Slice } from '#server/slice.ts'
import { mallImagesInUse } from './service.ts'

/** Malls and their owners. */
export const malls: Slice = { mediaInUse: mallImagesInUse }

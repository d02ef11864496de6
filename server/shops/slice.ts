import type { Slice } from '#server/slice.ts'
import { shopImagesInUse } from './service.ts'

/** Shops, their hours and their settings. */
export const shops: Slice = { mediaInUse: shopImagesInUse }

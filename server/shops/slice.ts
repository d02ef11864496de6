import type { Slice } from '#server/slice.ts'
import { shopImagesInUse } from './service.ts'

export const shops: Slice = { mediaInUse: shopImagesInUse }

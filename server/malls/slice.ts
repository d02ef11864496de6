import type { Slice } from '#server/slice.ts'
import { mallImagesInUse } from './service.ts'

export const malls: Slice = { mediaInUse: mallImagesInUse }

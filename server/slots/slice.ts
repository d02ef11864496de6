import type { Slice } from '#server/slice.ts'
import { slotJobs } from './jobs.ts'
import { slotRoutes } from './routes.ts'
import { forgetPastSlots } from './service.ts'

/** The slots of a shop, how many of their places are taken, and the waitlists of full ones. */
export const slots: Slice = { routes: [slotRoutes], workers: slotJobs, forget: forgetPastSlots }

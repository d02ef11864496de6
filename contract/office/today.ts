/**
 * The worst first: an owner looks at shops in this order. `no_counter`: no counter takes calls. `paused`: staff paused its queue. `slow`:
 * its wait is at least as long as that in its billing queue. `closed`: outside its opening hours, and its queue is empty.
 */
export const shopStates = ['no_counter', 'paused', 'slow', 'running', 'closed'] as const
export type ShopState = (typeof shopStates)[number]

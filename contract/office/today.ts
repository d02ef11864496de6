/**
 * How a shop is doing, the worst first: the order in which an owner looks at shops. `no_counter`: no counter takes calls. `paused`: staff have
 * paused its queue. `slow`: its wait is as long as that in its billing queue, or longer.
 * `closed`: it is outside its opening hours and its queue is empty.
 */
export const shopStates = ['no_counter', 'paused', 'slow', 'running', 'closed'] as const
export type ShopState = (typeof shopStates)[number]

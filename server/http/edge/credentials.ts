import type { FastifyReply, FastifyRequest } from 'fastify'

export const SHOPPER_COOKIE = 'rc_shopper'
/** Of a browser that has signed in before. It gives no rights; it only keeps strangers' failures from counting against the browser. */
export const DEVICE_COOKIE = 'rc_device'

export const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer\s+(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Sets a cookie that scripts cannot read and that browsers do not send with writing requests from other sites. */
export const setOwnCookie = (reply: FastifyReply, name: string, value: string, { secure, maxAge }: { secure: boolean; maxAge: number }) =>
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })

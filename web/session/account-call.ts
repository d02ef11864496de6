import { asker } from '#web/api/ask.ts'
import { CallFailure, type SendCall } from '#web/api/call.ts'
import { caller } from '#web/api/caller.ts'
import { fileReader } from '#web/api/file.ts'
import { sessionToken } from './session.ts'

const asAccount = caller(sessionToken)

/** The longest time between the server giving a new session token and another tab storing it, in ms. */
const HAND_OVER_MS = 250

/**
 * Calls the server as the signed-in account, or without an account if no one is signed in. While another tab gets a new token for the same
 * session, a call with the old token is made again.
 */
export const call: SendCall = async (method, path, options) => {
  const token = sessionToken()
  try {
    return await asAccount(method, path, options)
  } catch (failure) {
    if (token === null || !(failure instanceof CallFailure) || failure.code !== 'not_signed_in') throw failure
    if (sessionToken() === token) await new Promise((resolve) => setTimeout(resolve, HAND_OVER_MS))
    const now = sessionToken()
    if (now === null || now === token) throw failure
    return asAccount(method, path, options)
  }
}

export const ask = asker(call)

export const readFile = fileReader(sessionToken)

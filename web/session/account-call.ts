import { caller } from '../api/call.ts'
import { fileReader } from '../api/file.ts'
import { sessionToken } from './session.ts'

/** Talks to the server as the signed-in account; without one, as nobody. */
export const call = caller(sessionToken)

/** Reads a file as the signed-in account. */
export const readFile = fileReader(sessionToken)

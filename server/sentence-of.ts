import { Refusal } from '../contract/errors.ts'
import { ConfigError } from './config.ts'
import { DataFolderInUse } from './db/data-folder.ts'
import { isConnectionLost } from './db/errors.ts'
import { NoWall } from './db/wall.ts'

/** What to print where a process cannot go on: a sentence for what a person can mend, else the error itself. */
export function sentenceOf(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataFolderInUse || error instanceof NoWall || error instanceof Refusal)
    return error.message
  if (isConnectionLost(error))
    return `The database at DATABASE_URL cannot be reached (${error instanceof Error ? error.message : 'no answer'}). Start it, or correct the address.`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return portTaken('port' in error ? Number(error.port) : 3000)
  return error
}

const portTaken = (port: number) => `The port ${port} is taken by another program. Stop it, or choose another with PORT=${port + 1}.`

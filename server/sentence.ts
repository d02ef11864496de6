import { Refusal } from '../contract/errors.ts'
import { BackupRefused } from './backup/refused.ts'
import { ConfigError } from './config.ts'
import { DataFolderInUse, DataFolderOfAnotherMajor } from './db/data-folder.ts'
import { isConnectionLost } from './db/errors.ts'
import { SchemaSurprise } from './db/migrate.ts'
import { NoWall } from './db/wall.ts'

/** What the operator is told of an error that ends the process: a sentence where we know what to do, else the error with its place. */
export function sentenceOf(error: unknown): unknown {
  const known = [ConfigError, DataFolderInUse, DataFolderOfAnotherMajor, SchemaSurprise, NoWall, BackupRefused, Refusal]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  if (isConnectionLost(error))
    return `The database at DATABASE_URL cannot be reached (${error instanceof Error ? error.message : 'no answer'}). Start it, or correct the address.`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return portTaken('port' in error ? Number(error.port) : 3000)
  if (error instanceof Error && 'code' in error && 'path' in error && notWritable.has(String(error.code)))
    return `${error.path} cannot be written (${error.code}). Give this account the right to, or make room, or name another folder.`
  return error
}

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT'])

const portTaken = (port: number) => `The port ${port} is taken by another program. Stop it, or choose another with PORT=${port + 1}.`

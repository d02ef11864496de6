import { Refusal } from '#contract/base/errors.ts'
import { BackupRefused } from './backup/refused.ts'
import { ConfigError } from './config.ts'
import { DataFolderInUse, DataFolderOfAnotherMajor } from './db/embedded/data-folder.ts'
import { isAway, refusesWrites } from './db/errors.ts'
import { SchemaSurprise } from './db/migrate.ts'
import { OtherMode } from './db/mode.ts'
import { WrongAddress } from './db/postgres/addresses.ts'
import { NoWall } from './db/wall.ts'

/** What the operator reads when an error ends the process: a sentence if we know what to do, otherwise the error with its stack. */
export function sentenceOf(error: unknown): unknown {
  const known = [
    ...[ConfigError, DataFolderInUse, DataFolderOfAnotherMajor, SchemaSurprise, OtherMode, NoWall, WrongAddress],
    ...[BackupRefused, Refusal],
  ]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof Error && 'code' in error && 'path' in error && notWritable.has(String(error.code)))
    return `${error.path} cannot be written (${error.code}). Give this account the permission, free some space, or choose another folder.`
  if (refusesWrites(error))
    return `The database cannot write (${error instanceof Error ? error.message : 'no reason given'}). Is it read-only, or its disk full?`
  if (isAway(error))
    return `The database at DATABASE_URL (or at DATABASE_SESSION_URL) cannot be reached (${error instanceof Error ? error.message : 'no response'}). Start it or correct the address.`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return portTaken('port' in error ? Number(error.port) : 3000)
  return error
}

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT'])

const portTaken = (port: number) => `Port ${port} is used by another program. Stop it, or choose another port with PORT=${port + 1}.`

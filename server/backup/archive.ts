import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { BackupRefused } from './refused.ts'

export type Add = (name: string, bytes: Uint8Array) => Promise<void>

/** Takes half the time of zlib's default for 10% more bytes: the embedded database waits until the backup is done. */
const LEVEL = 3

/**
 * Writes a `.tar.gz` of what `fill` adds, readable by its owner only and flushed to the disk when this resolves. If `fill` or the disk
 * fails, it throws that error and the file is not a complete archive.
 */
export async function writeArchive<T>(file: string, fill: (add: Add) => Promise<T>): Promise<T> {
  const { readable, controller } = createTarPacker()
  rmSync(file, { force: true })
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(readable, createGzip({ level: LEVEL }), disk)
  // the error is handled below; until then `fill` may be busy elsewhere
  written.catch(() => {})
  try {
    const result = await fill(async (name, bytes) => {
      const body = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter()
      await body.write(bytes)
      await body.close()
    })
    controller.finalize()
    await written
    return result
  } catch (error) {
    controller.error(error)
    // if the disk failed, its error is the cause of all others
    await written
    throw error
  }
}

/**
 * Yields the files of a `.tar.gz`, each complete in memory. Throws `BackupRefused` if the file does not exist, is damaged or is cut short.
 */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`)
  const { readable, writable } = createTarDecoder({ strict: true })
  const unzipped = pipeline(createReadStream(file), createGunzip(), async (parts: AsyncIterable<Uint8Array>) => {
    const writer = writable.getWriter()
    try {
      for await (const part of parts) await writer.write(part)
      await writer.close()
    } catch (error) {
      await writer.abort(error)
      throw error
    }
  })
  // the error is handled below; a reader may stop early
  unzipped.catch(() => {})
  try {
    for await (const { header, body } of readable)
      yield { name: header.name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) }
    await unzipped
  } catch (error) {
    throw new BackupRefused(`${file} is not a complete backup: it is damaged or cut short (${(error as Error).message}).`, { cause: error })
  }
}

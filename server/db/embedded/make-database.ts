import { PGlite } from '@electric-sql/pglite'

/** Makes an empty database: `node server/db/embedded/make-database.ts FOLDER`. Nothing is flushed to the disk. */
const [, , folder] = process.argv
const maker = await PGlite.create(String(folder))
await maker.close()

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { changeDisplay } from '#contract/displays/calls.ts'
import { confirmPayment, readReceipt } from '#contract/payments/calls.ts'
import { readToken } from '#contract/queue/calls.ts'
import { me } from '#contract/sign-in/calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { readBackup } from '#server/backup/read-backup.ts'
import type { Database } from '#server/db/open.ts'
import { send } from '#tests/support/calls/client.ts'
import { join as joinQueue, order, ownerOf, paidShopper, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { backupsIn, command, wholeDigest } from '#tests/support/server/backup.ts'
import { type Product, productsOfFile } from '#tests/support/server/product.ts'

/** A shop that charges a fee and whose queue is empty at first. */
const shop = 'royal-sarees'
const secretKey = 'a key for tests, which moves along with the backup'
const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

const made = productsOfFile()
const { folder } = made
const product = (engine = inject('engine')) => made.product({ engine, env: { SECRET_KEY: secretKey } })

async function backup(of: Product): Promise<string> {
  const into = folder()
  const done = await command('backup', [into], of.env)
  expect(done, done.said).toMatchObject({ code: 0 })
  return backupsIn(into).join()
}
/** Restores a backup with `--as-it-was`: no one was served after it was made. */
async function restore(into: Product, file: string, ...options: string[]): Promise<void> {
  const done = await command('restore', [file, '--as-it-was', ...options], into.env)
  expect(done, done.said).toMatchObject({ code: 0 })
  expect(done.said).toContain('is restored')
  expect(done.said, 'the new product has the same key').not.toContain('SECRET_KEY')
}
const digestOf = (of: Product) => of.look(wholeDigest)
const sumsOf = async (file: string) => (await readBackup(file)).sums

const moves: [from: Database['engine'], to: Database['engine']][] =
  inject('engine') === 'pglite'
    ? [['pglite', 'pglite']]
    : [
        ['postgres', 'postgres'],
        ['pglite', 'postgres'],
        ['postgres', 'pglite'],
      ]

describe.each(moves)('a backup of a product on %s, restored on %s,', (from, to) => {
  test('has the same rows, and the shop continues with its numbers, receipts, sign-ins, cookies and pictures', async () => {
    const old = await product(from)
    await old.start()
    const paid = [await paidShopper(old.address, shop), await paidShopper(old.address, shop), await paidShopper(old.address, shop)]
    const holds = await verifiedShopper(old.address)
    const heldId = await joinQueue(old.address, holds, shop)
    const heldOrder = await order(old.address, holds, heldId)
    const [staff, owner] = [await staffOf(old.address), await ownerOf(old.address)]
    const called = await send(old.address, callTicket, { id: paid[0]?.ticketId }, owner)
    expect(called.status).toBe(200)
    const painted = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#b02a3c' } })
      .png()
      .toBuffer()
    const shown = await send(
      old.address,
      changeDisplay,
      { id: 'phoenix-cafe', body: { backgroundImage: `data:image/png;base64,${painted.toString('base64')}` } },
      staff,
    )
    const picture = String(shown.body.backgroundImage)
    const bytesOf = async (address: string) => Buffer.from(await (await fetch(address + picture)).arrayBuffer())
    const shownBytes = await bytesOf(old.address)
    expect(await old.stop()).toBe(0)

    const file = await backup(old)
    const next = await product(to)
    await restore(next, file)
    expect(await digestOf(next)).toEqual(await digestOf(old))

    await next.start()
    const { address } = next
    const receipt = (id: string, cookie: string) => send(address, readReceipt, { id }, { cookie })
    for (const { cookie, mobile, number, receiptId } of paid) {
      expect((await send(address, readToken, { query: { phone: mobile } }, { cookie })).body).toMatchObject({ token: number })
      expect((await receipt(receiptId, cookie)).status).toBe(200)
    }
    const late = await send(address, confirmPayment, { id: heldOrder }, holds)
    expect(late.body).toMatchObject({ token: 4 })
    const newcomer = await paidShopper(address, shop)
    expect(newcomer.number).toBe(5)
    const serials = await send(address, listTickets, { id: shop }, owner)
    expect(serials.body.map((row) => row.token)).toEqual(oneTo(5))
    expect(await bytesOf(address)).toEqual(shownBytes)
    await staffOf(address)
    expect(await next.stop()).toBe(0)
    await next.look(async ({ db }) => {
      const receipts = await db.selectFrom('receipt').select('serial').where('shopId', '=', shop).orderBy('serial').execute()
      expect(receipts.map(({ serial }) => serial)).toEqual(oneTo(5))
    })
  })
})

test('a shop that is restored to an older backup gives no number twice, and everyone must sign in again', async () => {
  const lost = await product()
  await lost.start()
  const before = await paidShopper(lost.address, shop)
  const staff = await staffOf(lost.address)
  const file = await (async () => {
    expect(await lost.stop()).toBe(0)
    const made = await backup(lost)
    await lost.start()
    return made
  })()
  const since = [await paidShopper(lost.address, shop), await paidShopper(lost.address, shop)]
  expect(await lost.stop()).toBe(0)

  const done = await command('restore', [file, '--replace'], lost.env)
  expect(done, done.said).toMatchObject({ code: 0 })
  expect(done.said).toContain('Everybody has to sign in again')
  await lost.start()
  const { address } = lost
  expect((await send(address, me, {}, staff)).status).toBe(401)
  expect((await send(address, readPass, { id: before.ticketId }, before)).status).toBe(401)
  const next = await paidShopper(address, shop)
  const other = await paidShopper(address, 'phoenix-cafe')
  expect([next.number, other.number].every((number) => number > 1000)).toBe(true)
  const numberOf = async (person: { receiptId: string; cookie: string }) =>
    String((await send(address, readReceipt, { id: person.receiptId }, person)).body.number)
  const serial = Number((await numberOf(next)).split('/').at(-1))
  expect(serial).toBeGreaterThan(before.number + since.length)
  expect(serial).toBeGreaterThan(1000)
  expect(await lost.stop()).toBe(0)
})

describe('a backup of a running shop', () => {
  test('during many captures holds everything that was acknowledged before it, and its numbers and receipts agree', async () => {
    const running = await product()
    await running.start()
    const before = [await paidShopper(running.address, shop), await paidShopper(running.address, shop)]
    let bought = 0
    let over = false
    const stream = Promise.all(
      oneTo(8).map(async () => {
        for (; !over; bought += 1) await paidShopper(running.address, shop)
      }),
    )
    const more = (than: number) => eventually(() => (bought > than ? true : undefined))
    await more(0)
    const file = await backup(running)
    await more(bought)
    over = true
    await stream
    await running.kill()

    const next = await product()
    await restore(next, file)
    const n = await next.look(async ({ db }) => {
      const tickets = await db.selectFrom('ticket').selectAll().where('shopId', '=', shop).where('number', 'is not', null).execute()
      const captured = await db.selectFrom('payment').selectAll().where('shopId', '=', shop).where('state', '=', 'captured').execute()
      const receipts = await db.selectFrom('receipt').selectAll().where('shopId', '=', shop).orderBy('serial').execute()
      const counter = await db.selectFrom('dayCounter').select('lastNumber').where('shopId', '=', shop).executeTakeFirstOrThrow()
      const series = await db.selectFrom('receiptSeries').select('lastSerial').where('shopId', '=', shop).executeTakeFirstOrThrow()
      const ids = tickets.map(({ id }) => id)
      for (const { ticketId } of before) expect(ids).toContain(ticketId)
      expect(tickets.map(({ number }) => number ?? 0).sort((a, b) => a - b)).toEqual(oneTo(tickets.length))
      expect(receipts.map(({ serial }) => serial)).toEqual(oneTo(tickets.length))
      expect(captured.map(({ ticketId }) => ticketId).sort()).toEqual(ids.toSorted())
      expect(receipts.map(({ paymentId }) => paymentId).sort()).toEqual(captured.map(({ id }) => id).sort())
      expect([counter.lastNumber, series.lastSerial]).toEqual([tickets.length, tickets.length])
      return tickets.length
    })
    await next.start()
    expect((await paidShopper(next.address, shop)).number).toBe(n + 1)
  })

  test('is not restored into the running shop, nor over its rows without --replace; a damaged file changes nothing', async () => {
    const here = await product()
    await here.start()
    await paidShopper(here.address, shop)
    const file = await backup(here)
    expect(statSync(file).mode & 0o777, 'it holds mobile numbers').toBe(0o600)
    const tryIt = (...args: string[]) => command('restore', args, here.env)
    expect(await tryIt(file, '--replace')).toMatchObject({ code: 1, said: expect.stringMatching(/running on this|Stop it/) })
    await paidShopper(here.address, shop)
    expect(await here.stop()).toBe(0)

    const then = await digestOf(here)
    expect(await tryIt(file)).toMatchObject({ code: 1, said: expect.stringContaining('not empty. With --replace') })
    const damaged = join(folder(), 'damaged.tar.gz')
    const bytes = readFileSync(file)
    writeFileSync(damaged, bytes.subarray(0, bytes.length / 2))
    expect(await tryIt(damaged, '--replace')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^\S+damaged\.tar\.gz is not a complete backup.*\n$/),
    })
    expect(await digestOf(here), 'the database is unchanged').toEqual(then)

    expect(await tryIt(file, '--check')).toMatchObject({ code: 0, said: expect.stringContaining('is whole') })
    await restore(here, file, '--replace')
    expect(await sumsOf(await backup(here))).toEqual(await sumsOf(file))
  })
})

describe('without a database', () => {
  const nowhere = (dataDir: string): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, DATA_DIR: dataDir })

  test('a backup is refused and no file is written', async () => {
    const [dataDir, into] = [folder(), folder()]
    const refused = await command('backup', [into], nowhere(dataDir))
    expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^There is no database in .*\n$/) })
    expect(await command('backup', [into], { ...nowhere(dataDir), NODE_ENV: 'production' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('DATABASE_URL is missing'),
    })
    expect(backupsIn(into)).toEqual([])
  })

  test('the error names a folder that cannot be written and says what to do', async () => {
    expect(await command('backup', ['/dev/null/safe'], nowhere(folder()))).toEqual({
      code: 1,
      said: '/dev/null/safe cannot be written (ENOTDIR). Give this account the permission, free some space, or choose another folder.\n',
    })
  })

  test('a restore from a mistyped file name creates no database', async () => {
    const dataDir = folder()
    const refused = await command('restore', [join(dataDir, 'mistyped.tar.gz')], nowhere(dataDir))
    expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^There is no file \S+mistyped\.tar\.gz\.\n$/) })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a data folder of another PostgreSQL version is left unchanged, and the error says what to do', async () => {
    const dataDir = folder()
    mkdirSync(join(dataDir, 'pgdata'))
    writeFileSync(join(dataDir, 'pgdata', 'PG_VERSION'), '17\n')
    const sentence = /^The data folder \S+pgdata was made by PostgreSQL 17; this Red Carpet reads 18\. Make a backup with.*\n$/
    expect(await command('backup', [folder()], nowhere(dataDir))).toMatchObject({ code: 1, said: expect.stringMatching(sentence) })
    expect(readFileSync(join(dataDir, 'pgdata', 'PG_VERSION'), 'utf8')).toBe('17\n')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addShop, changeMall, changeShop, readMall } from '#contract/office/form-calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { type Credentials, clientOf } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { freshMall, shopForm } from '#tests/support/people/place-rows.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
let owner: Credentials
beforeAll(async () => {
  app = await startApp()
  owner = await ownerOf(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)

async function added(name: string, mallId: string = DEMO_MALL): Promise<{ id: string; slug: string }> {
  const { status, body } = await as(owner, addShop, { id: mallId, body: { ...shopForm(), name } })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body._id), slug: String(body.slug) }
}

const rename = (from: string, to: string) => as(owner, changeShop, { shopId: DEMO_MALL, itemName: from, body: { newName: to } })

/** Opens a page without following redirects. */
async function opened(path: string): Promise<[status: number, location: string | null]> {
  const answer = await fetch(app.address + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  await answer.arrayBuffer()
  return [answer.status, answer.headers.get('location')]
}

describe('The address of a shop', () => {
  test('is made of its name, with a number if another place has it', async () => {
    const first = await added('Shetty Silks')
    const second = await added('SHETTY-SILKS')
    const elsewhere = await added('Shetty Silks', await freshMall(app))
    expect([first.slug, second.slug, elsewhere.slug]).toEqual(['shetty-silks', 'shetty-silks-2', 'shetty-silks-3'])
    expect(await opened('/shetty-silks')).toEqual([200, null])
    expect(await opened('/shetty-silks-3/information')).toEqual([200, null])
    expect((await as(owner, readStorefront, { id: first.id })).body).toMatchObject({ shop: { slug: 'shetty-silks' } })
  })

  test('follows a new name; the earlier one and the id lead to it, with their screen and query', async () => {
    const { id } = await added('Gupta Sweets')
    expect((await rename('Gupta Sweets', 'Gupta & Sons')).body).toMatchObject({ slug: 'gupta-and-sons' })
    expect(await opened('/gupta-sweets?counter=c%202')).toEqual([303, '/gupta-and-sons?counter=c+2'])
    expect(await opened(`/${id}/information`)).toEqual([303, '/gupta-and-sons/information'])
    expect(await opened('/gupta-and-sons')).toEqual([200, null])
    // The name of before is still this shop's: another one does not get it, and it can come back.
    expect((await added('Gupta, Sweets')).slug).toBe('gupta-sweets-2')
    expect((await rename('Gupta & Sons', 'Gupta Sweets')).body).toMatchObject({ slug: 'gupta-sweets' })
    expect(await opened('/gupta-and-sons')).toEqual([303, '/gupta-sweets'])
  })

  test('stays as it is after twenty names', async () => {
    const names = Array.from({ length: 22 }, (_, i) => `Verma Sports ${i + 1}`)
    const { id } = await added(names[0] ?? '')
    const slugs: unknown[] = []
    for (const [i, name] of names.entries()) if (i > 0) slugs.push((await rename(names[i - 1] ?? '', name)).body.slug)
    expect(slugs.slice(-3)).toEqual(['verma-sports-20', 'verma-sports-20', 'verma-sports-20'])
    expect(await opened(`/${id}`)).toEqual([303, '/verma-sports-20'])
    expect((await rename(names[21] ?? '', names[4] ?? '')).body.slug, 'one of its own comes back').toBe('verma-sports-5')
  })

  test('is not the id of another shop', async () => {
    const victim = await added('Rao Opticians')
    const rival = await added(victim.id)
    expect(rival.slug).toBe(`${victim.id}-2`)
    expect(await opened(`/${victim.id}`)).toEqual([303, '/rao-opticians'])
  })

  test('leads to the console’s screens of the shop too', async () => {
    const { id, slug } = await added('Nair Books')
    expect(await opened(`/${slug}/counter`)).toEqual([303, `/${id}/counter`])
    expect(await opened(`/${id}/counter`)).toEqual([200, null])
  })

  test('is written in Latin letters, and is the id where a name has no letters', async () => {
    expect((await added('शर्मा मिठाई')).slug).toBe('srma-mithai')
    const unsaid = await added('***')
    expect(unsaid.slug).toBe(unsaid.id)
    expect(await opened(`/${unsaid.id}`)).toEqual([200, null])
  })
})

test('a mall has an address of the same kind', async () => {
  const id = await freshMall(app)
  const { body } = await as(owner, readMall, { id })
  const form = { title: 'Galaxy Arcade', description: '', image: '', email: String(body.email), password: '', mallconpassword: '' }
  const changed = await as(owner, changeMall, { id, body: { ...form, role: 'owner' as const } })
  expect(changed.body).toMatchObject({ slug: 'galaxy-arcade' })
  expect(await opened(`/${String(body.slug)}`)).toEqual([303, '/galaxy-arcade'])
  expect(await opened('/galaxy-arcade')).toEqual([200, null])
})

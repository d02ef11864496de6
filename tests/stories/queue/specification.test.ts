import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw } from '#tests/support/calls/client.ts'
import { information, newMobile, ownerOf, paidShopper, staffOf, superOf, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
const text = expect.any(String)
const get = (path: string, who = {}) => raw(app.address, 'GET', path, undefined, who)
const post = (path: string, body: unknown = {}, who = {}) => raw(app.address, 'POST', path, body, who)
/** Frees the counter for the next call. */
const served = async (ticketId: string) => post(`/api/tickets/${ticketId}/complete`, {}, await staffOf(app.address))
const put = (path: string, body: unknown, who = {}) => raw(app.address, 'PUT', path, body, who)
const remove = (path: string, who = {}) => raw(app.address, 'DELETE', path, undefined, who)
const picture = 'https://pictures.example.in/mall.jpg'

let unique = 0
const mallForm = (title = `Mall ${++unique}`) => ({
  title,
  description: 'A mall',
  image: picture,
  email: `owner${++unique}@example.in`,
  password: 'a good long one',
  mallconpassword: 'a good long one',
  role: 'owner',
})
const shopForm = (name = `Shop ${++unique}`) => ({
  name,
  image: picture,
  description: 'A shop',
  link: 'https://shop.example.in/',
  email: `staff${++unique}@example.in`,
  password: 'a good long one',
  shopconpassword: 'a good long one',
  role: 'shop',
})
const newMall = async () => String((await post('/api/shops', mallForm(), await superOf(app.address))).body._id)

/** Each row of the specification's table of calls is tried as that row says. */
const rows: Record<string, () => Promise<void>> = {
  'POST /api/auth/login | email, password | token, user.role, shopId': async () => {
    const answer = await post('/api/auth/login', { email: 'staff@demo.test', password: 'red-carpet-demo' })
    expect(answer.body).toMatchObject({ success: true, token: text, user: { role: 'shop' }, shopId: 'phoenix-cafe' })
  },
  'POST /api/auth/signup | name, email, password, role (owner) | success alert': async () => {
    const answer = await post('/api/auth/signup', { name: 'Sunil', email: 'sunil@example.in', password: 'a good long one', role: 'owner' })
    expect(answer.body).toMatchObject({ success: true, message: 'Signup successful, please login.' })
  },
  'GET /api/shops | none | list of malls': async () => {
    expect((await get('/api/shops')).body).toContainEqual(
      expect.objectContaining({ _id: 'phoenix-mall', title: 'Phoenix Mall', menuItems: expect.any(Array) }),
    )
  },
  'POST /api/shops | title, description, image, email, password, mallconpassword, role | the mall': async () => {
    const form = mallForm('Orchid Plaza')
    expect((await post('/api/shops', form, await superOf(app.address))).body).toMatchObject({
      success: true,
      _id: text,
      title: 'Orchid Plaza',
      description: 'A mall',
      image: picture,
      menuItems: [],
    })
  },
  'PUT /api/shops/{id} | same | updated mall': async () => {
    const id = await newMall()
    const answer = await put(`/api/shops/${id}`, { ...mallForm('Renamed'), password: '', mallconpassword: '' }, await superOf(app.address))
    expect(answer.body).toMatchObject({ success: true, _id: id, title: 'Renamed' })
  },
  'DELETE /api/shops/{id} | none | response not shown': async () => {
    const id = await newMall()
    expect((await remove(`/api/shops/${id}`, await superOf(app.address))).body).toMatchObject({ success: true })
    expect((await get(`/api/shops/${id}`)).status).toBe(404)
  },
  'GET /api/shops/{id} | none | shop with menuItems': async () => {
    expect((await get('/api/shops/phoenix-mall')).body).toMatchObject({
      name: 'Phoenix Mall',
      imageUrl: null,
      menuItems: expect.arrayContaining([expect.objectContaining({ _id: 'phoenix-cafe' })]),
    })
  },
  'POST /api/shops/{id}/menu | name, image, description, link, email, password, shopconpassword, role | success reloads page': async () => {
    const id = await newMall()
    const answer = await post(`/api/shops/${id}/menu`, shopForm('Tea Stall'), await superOf(app.address))
    expect(answer.body).toMatchObject({ success: true, _id: text, name: 'Tea Stall', link: 'https://shop.example.in/' })
    expect((await get(`/api/shops/${id}`)).body.menuItems).toMatchObject([{ name: 'Tea Stall' }])
  },
  'PUT /api/shops/update-menu-item/{shopId}/{itemName} | newName, newLink, newImage, newDescription, newEmail, newPassword, newShopConPassword, newRole | success':
    async () => {
      const id = await newMall()
      const admin = await superOf(app.address)
      await post(`/api/shops/${id}/menu`, shopForm('Chai & Co / 50% off?'), admin)
      const change = {
        newName: 'Chai House',
        newLink: '',
        newImage: picture,
        newDescription: 'Tea',
        newEmail: '',
        newPassword: '',
        newShopConPassword: '',
        newRole: 'shop',
      }
      expect(
        (await put(`/api/shops/update-menu-item/${id}/${encodeURIComponent('Chai & Co / 50% off?')}`, change, admin)).body,
      ).toMatchObject({ success: true, name: 'Chai House' })
      expect((await get(`/api/shops/${id}`)).body.menuItems).toMatchObject([{ name: 'Chai House', description: 'Tea' }])
    },
  'DELETE /api/shops/delete-menu-item/{shopId}/{itemName} | none | success': async () => {
    const id = await newMall()
    const admin = await superOf(app.address)
    await post(`/api/shops/${id}/menu`, shopForm('Ünïcode ☕'), admin)
    expect((await remove(`/api/shops/delete-menu-item/${id}/${encodeURIComponent('ünïcode ☕')}`, admin)).body).toMatchObject({
      success: true,
    })
    expect((await get(`/api/shops/${id}`)).body.menuItems).toEqual([])
  },
  'GET /api/display/{id} | none | backgroundImage, phoenixText, pText, royalPassText': async () => {
    expect((await get('/api/display/phoenix-cafe')).body).toMatchObject({
      backgroundImage: text,
      phoenixText: 'Phoenix',
      pText: 'P',
      royalPassText: 'Royal Pass',
    })
  },
  'POST /api/display | backgroundImage, phoenixText, pText, royalPassText (displayid) | success alert': async () => {
    const answer = await post(
      '/api/display',
      { backgroundImage: picture, phoenixText: 'Monsoon', pText: 'M', royalPassText: 'Rain Pass' },
      await staffOf(app.address),
    )
    expect(answer.body).toMatchObject({
      success: true,
      displayid: 'phoenix-cafe',
      phoenixText: 'Monsoon',
      pText: 'M',
      royalPassText: 'Rain Pass',
      backgroundImage: picture,
    })
  },
  'PUT /api/display/{id} | backgroundImage, phoenixText, pText, royalPassText, displayid | as above': async () => {
    const answer = await put(
      '/api/display/phoenix-cafe',
      { backgroundImage: '', phoenixText: 'Phoenix', pText: 'P', royalPassText: 'Royal Pass', displayid: 'phoenix-cafe' },
      await ownerOf(app.address),
    )
    expect(answer.body).toMatchObject({ success: true, phoenixText: 'Phoenix', backgroundImage: '' })
  },
  'POST /api/send-otp | mobile, name, email, token (random integer 1 to 1000) | success, otp, phone': async () => {
    const mobile = newMobile()
    expect((await post('/api/send-otp', { mobile, name: 'Asha', email: 'asha@example.in', token: 77 })).body).toMatchObject({
      success: true,
      otp: expect.stringMatching(/^\d{6}$/),
      phone: mobile,
    })
  },
  'POST /api/verify-otp | mobile, otp | success': async () => {
    await verifiedShopper(app.address)
  },
  'POST /api/information | name, mobile, email, token (random 1 to 1000), shopid | newInfo with _id': async () => {
    const shopper = await verifiedShopper(app.address)
    const answer = await post('/api/information', information(shopper, 'phoenix-cafe'), shopper)
    expect(answer.body.newInfo).toMatchObject({
      _id: text,
      name: 'Asha Verma',
      mobile: shopper.mobile,
      email: 'asha@example.in',
      token: null,
      shopid: 'phoenix-cafe',
    })
  },
  'GET /api/get-token?phone={phone} | none | token': async () => {
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    expect((await get(`/api/get-token?phone=${paid.mobile}`, paid)).body).toMatchObject({ success: true, token: paid.number })
  },
  'GET /api/get-data/{id} | none | list of customer records, polled every 5 s': async () => {
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    const answer = await get('/api/get-data/phoenix-cafe', await staffOf(app.address))
    expect(answer.body).toContainEqual(
      expect.objectContaining({
        _id: paid.ticketId,
        name: 'Asha Verma',
        mobile: paid.mobile,
        email: 'asha@example.in',
        token: paid.number,
        shopid: 'phoenix-cafe',
      }),
    )
  },
  'POST /api/send-message | number | success': async () => {
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    expect((await post('/api/send-message', { number: paid.mobile }, await staffOf(app.address))).body).toMatchObject({ success: true })
    await served(paid.ticketId)
  },
  'POST /api/start-countdown | duration (180), phoneNumber, shopId | response not read': async () => {
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    const staff = await staffOf(app.address)
    await post('/api/send-message', { number: paid.mobile }, staff)
    expect(
      (await post('/api/start-countdown', { duration: 180, phoneNumber: paid.mobile, shopId: 'phoenix-cafe' }, staff)).body,
    ).toMatchObject({ success: true, duration: 180, startTime: expect.any(Number) })
    await served(paid.ticketId)
  },
  'GET /api/get-countdown | none | startTime, duration': async () => {
    const staff = await staffOf(app.address)
    const paid = await paidShopper(app.address, 'phoenix-cafe')
    await post('/api/send-message', { number: paid.mobile }, staff)
    expect((await get('/api/get-countdown', staff)).body).toMatchObject({
      startTime: expect.any(Number),
      duration: 180,
      token: paid.number,
    })
  },
  'POST /api/check-user | email, role | message': async () => {
    expect((await post('/api/check-user', { email: 'owner@demo.test', role: 'owner' })).body).toMatchObject({
      success: true,
      message: text,
    })
  },
  'POST /api/reset-password | email, role, newPassword, confirmPassword | message': async () => {
    const asked = await post('/api/check-user', { email: 'owner@demo.test', role: 'owner' })
    const body = {
      email: 'owner@demo.test',
      role: 'owner',
      newPassword: 'red-carpet-demo-2',
      confirmPassword: 'red-carpet-demo-2',
      resetCode: asked.body.resetCode,
    }
    expect((await post('/api/reset-password', body)).body).toMatchObject({ success: true, message: 'Password updated successfully.' })
  },
}

describe('the calls of the specification', () => {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())
  for (const [row, walk] of Object.entries(rows)) test(row, walk)
  test('are 23', () => expect(Object.keys(rows)).toHaveLength(23))
})

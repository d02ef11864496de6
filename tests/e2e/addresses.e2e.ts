import { changeShop } from '#contract/office/form-calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { desktop, newMobile, phone, prove, signInAs } from '#tests/support/browser/journey.ts'
import { newMall } from '#tests/support/browser/vendor-shop.ts'
import { newName } from '#tests/support/people/places.ts'

test('a shop has an address that can be said aloud, and codes printed before its new name lead there', async ({
  newPerson,
  request,
  baseURL,
}) => {
  const { mallId, shopId, shopName, email, password, token } = await newMall(request)
  const rename = async (itemName: string, name: string): Promise<string> =>
    (await askFrom(request, changeShop, { shopId: mallId, itemName, body: { newName: name } }, token)).slug ?? ''
  const jewels = newName('Lakshmi Jewels')
  const printed = await rename(shopName, jewels)
  expect(printed).toMatch(/^lakshmi-jewels-\w+$/)

  const owner = await newPerson(desktop)
  await signInAs(owner, email, { password, at: `/qrcode?shop=${shopId}` })
  await expect(owner.getByLabel('Text or link'), 'a code leads straight there').toHaveValue(`${baseURL}/${printed}`)

  const now = await rename(jewels, newName('Lakshmi and Daughters'))
  const shopper = await newPerson(phone)
  await shopper.goto(`/${printed}?counter=c2`)
  await expect(shopper).toHaveURL(`/${now}?counter=c2`)
  await shopper.getByRole('link', { name: 'Buy Cart' }).click()
  await expect(shopper).toHaveURL(`/${now}/information?counter=c2`)
  await shopper.goBack()
  await expect(shopper.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
  await shopper.goForward()
  await prove(shopper, 'Kavya Reddy', newMobile())
  await expect(shopper).toHaveURL(new RegExp(`/${now}/paymentpage\\?userId=\\w+&counter=c2$`))
  await shopper.goto(`/${shopId}/information`)
  await expect(shopper, 'the id leads to the step where the shopper is').toHaveURL(new RegExp(`/${now}/paymentpage`))
})

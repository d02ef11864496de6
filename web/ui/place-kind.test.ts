import { expect, test } from 'vitest'
import { kindOfShop } from './place-kind.ts'

test.each([
  ['Phoenix Café', 'Filter coffee, bun maska and a bill in a minute.', 'cup'],
  ['चाय की दुकान', '', 'cup'],
  ['Lotus Books', 'Stories in nine languages.', 'book'],
  ['Royal Sarees', 'Banarasi, Kanjeevaram and handloom.', 'sari'],
  ['Shetty Silks', '', 'sari'],
  ['साड़ी घर', '', 'sari'],
  ['Marigold Salon', 'A cut, a colour and the bill at your time.', 'shop'],
  ['Steakhouse Software', 'Facebook adverts and shirts by Barbara', 'shop'],
  ['', '', 'shop'],
] as const)('a shop without a picture that is called %s (%s) is drawn as a %s', (name, description, kind) => {
  expect(kindOfShop({ name, description })).toBe(kind)
})

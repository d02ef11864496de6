import { Button } from '@mantine/core'
import { useAddShop } from '#web/data/shops.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { forgetError, tell, tellError } from '#web/ui/tell.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { refusalSentences } from '#web/words/refusals.ts'
import { say } from '#web/words/words.ts'
import { emptyShop, ShopFieldInputs, useShopForm } from './shop-fields.tsx'

const TOPIC = 'add-shop'

/** If the mall's id is missing, it says so. */
export function AddShopForm({ mallId }: { mallId: string }) {
  const form = useShopForm(emptyShop, true)
  const close = say('closeMessage')
  const save = useAddShop(mallId, {
    onSuccess: () => {
      form.reset()
      forgetError(TOPIC)
      tell({ topic: 'shop', text: sayOfPlaces('shopAdded'), close })
    },
    onError: (failure) => {
      console.info('add shop', failure)
      tellError(TOPIC, { text: sayOfPlaces('shopNotAdded'), close })
      showRefused(form)(failure)
    },
  })
  return (
    <form
      className="panel form"
      aria-labelledby="add-shop"
      noValidate
      onSubmit={form.onSubmit((fields) => {
        if (mallId.trim() === '') return tellError(TOPIC, { text: refusalSentences().shop_required, close })
        save.mutate(fields)
      }, focusFirst(form))}
    >
      <h2 id="add-shop">{sayOfPlaces('addShops')}</h2>
      <FormFailure failure={save.error} />
      <ShopFieldInputs form={form} isNew />
      <Button type="submit" variant="filled" loading={save.isPending}>
        {sayOfPlaces('addShop')}
      </Button>
    </form>
  )
}

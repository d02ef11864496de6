import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '../../session/form-failure.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { useSay } from '../../session/words.ts'
import { forgetError, tell, tellError } from '../../ui/tell.tsx'
import { createShop, type ShopFields } from './api.ts'
import { emptyShop, ShopFieldInputs, useShopForm } from './shop-fields.tsx'

const TOPIC = 'add-shop'

/** Adds a shop with its first staff account to a mall; without a mall's id it says that this is missing. */
export function AddShopForm({ mallId, added }: { mallId: string; added: () => void }) {
  const say = useSay()
  const form = useShopForm(emptyShop, true)
  const showRefused = useRefusedFields(form)
  const close = say('closeMessage')
  const save = useMutation({
    mutationFn: (fields: ShopFields) => createShop(mallId, fields),
    onSuccess: () => {
      form.reset()
      forgetError(TOPIC)
      tell({ topic: 'shop', text: sayOfPlaces('shopAdded'), close })
      added()
    },
    onError: (failure) => {
      console.info('add shop', failure)
      tellError(TOPIC, { text: sayOfPlaces('shopNotAdded'), close })
      showRefused(failure)
    },
  })
  return (
    <form
      className="panel form"
      aria-labelledby="add-shop"
      noValidate
      onSubmit={form.onSubmit((fields) => {
        if (mallId.trim() === '') return tellError(TOPIC, { text: say('refused_shop_required'), close })
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

import { Badge, Button } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { rupees } from '#contract/base/money.ts'
import { useChangeShop, useRemoveShop } from '#web/data/shops.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { kindOfShop } from '#web/ui/place-kind.ts'
import { PlacePicture } from '#web/ui/place-picture.tsx'
import { failureWords } from '#web/words/failure.ts'
import { sayOfPlaces, waitingWords } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import { emptyShop, ShopFieldInputs, useShopForm } from './shop-fields.tsx'
import './shop-row.css'

export interface ListedShop {
  id: string
  name: string
  description: string
  image: string | null
  link: string | null
  email?: string | null | undefined
}

export interface ShopDay {
  waiting: number
  isOpen: boolean
  totalPaise: number
  counters: number
}

interface Props {
  shop: ListedShop
  day: ShopDay | undefined
  ways: ReactNode
  /** True just after an edit of this row: the focus returns to its Edit button. */
  wasEdited: boolean
  edit: () => void
  remove: () => void
}

export function ShopRow({ shop, day, ways, wasEdited, edit, remove }: Props) {
  const title = `shop-${shop.id}`
  return (
    <li className="shop-row">
      <div className="shop-row__picture">
        <PlacePicture id={shop.id} kind={kindOfShop(shop)} image={shop.image} alt={sayOfPlaces('pictureOf', { name: shop.name })} />
      </div>
      <div className="shop-row__text">
        <h3 id={title}>{shop.name}</h3>
        {shop.description !== '' && <p className="muted">{shop.description}</p>}
        {day && (
          <p className="shop-row__tags">
            <Badge className="num">{sayOfPlaces('counterCount', { count: day.counters })}</Badge>
            <Badge className="num">{day.totalPaise === 0 ? sayOfPlaces('free') : rupees(day.totalPaise)}</Badge>
            <Badge className="num" data-tone={day.waiting > 0 ? 'ok' : undefined}>
              {waitingWords(day.waiting)}
            </Badge>
            {!day.isOpen && <Badge data-tone="warn">{sayOfPlaces('closedNow')}</Badge>}
          </p>
        )}
      </div>
      <div className="shop-row__acts">
        <Button leftSection={<Icon name="edit" />} aria-describedby={title} autoFocus={wasEdited} onClick={edit}>
          {sayOfPlaces('edit')}
        </Button>
        <Button variant="subtle" color="gray" leftSection={<Icon name="trash" />} aria-describedby={title} onClick={remove}>
          {sayOfPlaces('delete')}
        </Button>
      </div>
      <div className="shop-row__ways">{ways}</div>
    </li>
  )
}

export function EditedShopRow({
  mallId,
  shop,
  saved,
  cancel,
}: {
  mallId: string
  shop: ListedShop
  saved: () => void
  cancel: () => void
}) {
  const form = useShopForm(
    {
      ...emptyShop,
      name: shop.name,
      description: shop.description,
      image: shop.image ?? '',
      link: shop.link ?? '',
      email: shop.email ?? '',
    },
    false,
  )
  const save = useChangeShop(mallId, shop.name, {
    onSuccess: saved,
    onError: (failure) => {
      console.info('change shop', failure)
      showRefused(form)(failure)
    },
  })
  return (
    <li className="shop-row shop-row--edited">
      <form
        className="form"
        aria-label={sayOfPlaces('editShopOf', { shop: shop.name })}
        noValidate
        onKeyDown={getHotkeyHandler([['Escape', cancel]])}
        onSubmit={form.onSubmit((fields) => save.mutate(fields), focusFirst(form))}
      >
        <FormFailure failure={save.error} />
        <ShopFieldInputs form={form} isNew={false} />
        <div className="form__ways">
          <Button type="submit" variant="filled" loading={save.isPending}>
            {sayOfPlaces('save')}
          </Button>
          <Button onClick={cancel}>{sayOfPlaces('cancel')}</Button>
        </div>
      </form>
    </li>
  )
}

/** Closed while `shop` is null. */
export function DeleteShop(props: {
  mallId: string
  shop: ListedShop | null
  /** The number of people known to wait there. If anyone waits, the question says so before the server refuses. */
  waiting: number
  removed: (shop: ListedShop) => void
  keep: () => void
}) {
  const { shop } = props
  const removal = useRemoveShop(props.mallId, {
    onSuccess: (_, gone: ListedShop) => props.removed(gone),
    onError: (failure) => console.info('delete shop', failure),
  })
  return (
    <Confirm
      opened={shop !== null}
      title={sayOfPlaces('deleteShop')}
      words={{ yes: sayOfPlaces('deleteShop'), no: sayOfPlaces('cancel'), close: say('closeMessage') }}
      barred={props.waiting > 0}
      busy={removal.isPending}
      failure={removal.isError ? failureWords(removal.error) : null}
      onYes={() => shop && removal.mutate(shop)}
      onNo={() => {
        removal.reset()
        props.keep()
      }}
    >
      {shop && (
        <>
          <p>{sayOfPlaces('deleteShopAsk', { shop: shop.name })}</p>
          <p className="ask__first">
            {props.waiting > 0 ? sayOfPlaces('deleteShopWaiting', { count: props.waiting }) : sayOfPlaces('deleteShopFirst')}
          </p>
        </>
      )}
    </Confirm>
  )
}

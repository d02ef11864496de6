import { Badge, Button } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { rupees } from '../../../contract/money.ts'
import { failureWords } from '../../session/failure-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { sayOfPlaces } from '../../session/place-words.ts'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { Words } from '../../session/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PlacePicture } from '../../ui/place-picture.tsx'
import { deleteShop, type ShopFields, updateShop } from './api.ts'
import { emptyShop, ShopFieldInputs, useShopForm } from './shop-fields.tsx'
import './shop-row.css'

/** A shop as its mall lists it. */
export interface ListedShop {
  id: string
  name: string
  description: string
  image: string | null
  link: string | null
  email?: string | null | undefined
}

/** A shop's day in numbers. */
export interface ShopDay {
  waiting: number
  isOpen: boolean
  totalPaise: number
  counters: number
}

interface Props {
  shop: ListedShop
  day: ShopDay | undefined
  /** The ways to this shop's own screens. */
  ways: ReactNode
  /** Whether the row has just been edited: the cursor is back where it came from. */
  wasEdited: boolean
  edit: () => void
  remove: () => void
}

/** A row of the list: the shop, its day, Edit and Delete, and the ways to its screens. */
export function ShopRow({ shop, day, ways, wasEdited, edit, remove }: Props) {
  const title = `shop-${shop.id}`
  return (
    <li className="shop-row">
      <div className="shop-row__picture">
        <PlacePicture id={shop.id} image={shop.image} alt={sayOfPlaces('pictureOf', { name: shop.name })} />
      </div>
      <div className="shop-row__text">
        <h3 id={title}>{shop.name}</h3>
        {shop.description !== '' && <p className="muted">{shop.description}</p>}
        {day && (
          <p className="shop-row__tags">
            <Badge className="tag num">{sayOfPlaces('counterCount', { count: day.counters })}</Badge>
            <Badge className="tag num">{day.totalPaise === 0 ? sayOfPlaces('free') : rupees(day.totalPaise)}</Badge>
            <Badge className="tag num" data-tone={day.waiting > 0 ? 'ok' : undefined}>
              {sayOfPlaces('waitingCount', { count: day.waiting })}
            </Badge>
            {!day.isOpen && (
              <Badge className="tag" data-tone="warn">
                {sayOfPlaces('closedNow')}
              </Badge>
            )}
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

/** The same row while it is edited: Save and Cancel. */
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
  const showRefused = useRefusedFields(form)
  const save = useMutation({
    mutationFn: (fields: ShopFields) => updateShop(mallId, shop.name, fields),
    onSuccess: saved,
    onError: (failure) => {
      console.info('change shop', failure)
      showRefused(failure)
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

/** Asks whether a shop is to go; nothing is asked while `shop` is null. */
export function DeleteShop(props: {
  mallId: string
  shop: ListedShop | null
  /** How many wait there as far as is known: who asks with somebody waiting is told before the server says no. */
  waiting: number
  removed: (shop: ListedShop) => void
  keep: () => void
}) {
  const { say, locale } = useContext(Words)
  const { shop } = props
  const removal = useMutation({
    mutationFn: (gone: ListedShop) => deleteShop(props.mallId, gone.name),
    onSuccess: (_, gone) => props.removed(gone),
    onError: (failure) => console.info('delete shop', failure),
  })
  return (
    <Confirm
      opened={shop !== null}
      title={sayOfPlaces('deleteShop')}
      words={{ yes: sayOfPlaces('deleteShop'), no: sayOfPlaces('cancel'), close: say('closeMessage') }}
      busy={removal.isPending}
      failure={removal.isError ? failureWords(say, locale, removal.error) : null}
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

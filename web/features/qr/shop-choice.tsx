import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sayOfQr as say } from '../../session/qr-words.ts'
import { readCounters } from './api.ts'

/** A shop that a code may be made for. */
export interface ChoosableShop {
  id: string
  name: string
}

/** A mall with the shops to choose from. */
export interface ChoosableMall {
  title: string
  shops: readonly ChoosableShop[]
}

interface Choice {
  /** Empty while they are being read. */
  malls: readonly ChoosableMall[]
  failed: boolean
  shopId: string | null
  counterId: string | null
  /** True for who manages the shop: its counters are theirs to see. */
  withCounters: boolean
  onChoose: (shop: ChoosableShop | null, counterId: string | null) => void
}

/** Chooses whose address the code is of: a shop, or one of its counters. */
export function ShopChoice({ malls, failed, shopId, counterId, withCounters, onChoose }: Choice) {
  const shops = malls.flatMap((mall) => mall.shops)
  const shop = shops.find(({ id }) => id === shopId) ?? null
  const counters = useQuery({
    queryKey: ['counters', shopId],
    queryFn: ({ signal }) => readCounters(shopId ?? '', signal),
    enabled: withCounters && shop !== null,
  })
  return (
    <div className="qr__pair">
      <Select
        label={say('forShop')}
        description={failed ? undefined : say('forShopHint')}
        error={failed ? say('shopsFailed') : undefined}
        placeholder={say('chooseShop')}
        nothingFoundMessage={say('noShopFits')}
        searchable
        clearable
        maxDropdownHeight={320}
        data={malls.map(({ title, shops }) => ({ group: title, items: shops.map(({ id, name }) => ({ value: id, label: name })) }))}
        value={shop?.id ?? null}
        onChange={(id) => onChoose(shops.find((one) => one.id === id) ?? null, null)}
      />
      {shop !== null && (counters.data?.length ?? 0) > 0 && (
        <Select
          label={say('counter')}
          description={say('counterHint')}
          allowDeselect={false}
          data={[{ value: '', label: say('wholeShop') }, ...(counters.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          value={counterId ?? ''}
          onChange={(id) => onChoose(shop, id === '' ? null : id)}
        />
      )}
    </div>
  )
}

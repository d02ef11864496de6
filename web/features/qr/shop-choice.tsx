import { Select } from '@mantine/core'
import { useCounters } from '#web/data/shops.ts'
import { sayOfQr } from '#web/words/qr.ts'

/** A shop, or a mall whose code leads to its entrance. */
export interface ChoosableShop {
  id: string
  slug?: string | undefined
  name: string
  isMall?: boolean
}

export interface ChoosableMall {
  /** Null if the person can choose only some of its shops, and not its entrance. */
  id: string | null
  slug?: string | undefined
  title: string
  shops: readonly ChoosableShop[]
}

interface Choice {
  /** Empty while the malls are loading. */
  malls: readonly ChoosableMall[]
  failed: boolean
  shopId: string | null
  counterId: string | null
  /** True if the account manages the shop and may see its counters. */
  withCounters: boolean
  onChoose: (shop: ChoosableShop | null, counterId: string | null) => void
}

/** The entrance first, then the shops. */
export const choosableIn = ({ id, slug, title, shops }: ChoosableMall): readonly ChoosableShop[] =>
  id === null ? shops : [{ id, slug, name: title, isMall: true }, ...shops]

export function ShopChoice({ malls, failed, shopId, counterId, withCounters, onChoose }: Choice) {
  const shops = malls.flatMap(choosableIn)
  const shop = shops.find(({ id }) => id === shopId) ?? null
  const counters = useCounters(shopId, withCounters && shop !== null && !shop.isMall)
  return (
    <div className="qr__pair">
      <Select
        label={sayOfQr('forShop')}
        description={failed ? undefined : sayOfQr('forShopHint')}
        error={failed ? sayOfQr('shopsFailed') : undefined}
        placeholder={sayOfQr('chooseShop')}
        nothingFoundMessage={sayOfQr('noShopFits')}
        searchable
        clearable
        maxDropdownHeight={320}
        data={malls.map((mall) => ({
          group: mall.title,
          items: choosableIn(mall).map(({ id, name, isMall }) => ({ value: id, label: isMall ? sayOfQr('entrance') : name })),
        }))}
        value={shop?.id ?? null}
        onChange={(id) => onChoose(shops.find((one) => one.id === id) ?? null, null)}
      />
      {shop !== null && (counters.data?.length ?? 0) > 0 && (
        <Select
          label={sayOfQr('counter')}
          description={sayOfQr('counterHint')}
          allowDeselect={false}
          data={[{ value: '', label: sayOfQr('wholeShop') }, ...(counters.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          value={counterId ?? ''}
          onChange={(id) => onChoose(shop, id === '' ? null : id)}
        />
      )}
    </div>
  )
}

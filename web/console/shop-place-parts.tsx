import { Anchor, Loader, Tabs } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/screens.ts'
import type { Mall } from '#web/data/malls.ts'
import { useShopPlace } from '#web/data/shops.ts'
import { StaffPanel } from '#web/features/accounts/staff-panel.tsx'
import { OutsideHours } from '#web/features/desk/outside-hours.tsx'
import { CountersPanel } from '#web/features/office/shops/counters-panel.tsx'
import { SettingsForm } from '#web/features/office/shops/settings-form.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { tell } from '#web/ui/tell.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import { BarWay } from './console-page.tsx'

const parts = ['settings', 'counters', 'staff'] as const

/** `?part=` says which part. */
export function ShopPlaceParts({ mall, shop }: { mall: Mall; shop: Mall['shops'][number] }) {
  const [search, setSearch] = useSearchParams()
  const place = useShopPlace(shop.id)
  const part = parts.find((one) => one === search.get('part')) ?? 'settings'
  return (
    <>
      <div className="title">
        <div>
          <Anchor component={Link} to={paths.shopDetails(mall.id)}>
            {mall.title}
          </Anchor>
          <h1>{shop.name}</h1>
        </div>
        <nav className="title__ways" aria-label={shop.name}>
          <BarWay to={paths.editDisplay(shop.id)} icon="display">
            {sayOfPlaces('display')}
          </BarWay>
          <BarWay to={paths.qrCode(shop.id)} icon="qr">
            {sayOfPlaces('qrCode')}
          </BarWay>
          <BarWay to={paths.counter(shop.id)} icon="people">
            {say('openCounter')}
          </BarWay>
        </nav>
      </div>
      <Tabs
        value={part}
        onChange={(chosen) => setSearch({ shop: shop.id, part: chosen ?? 'settings' }, { replace: true })}
        keepMounted={false}
        classNames={{ panel: 'shop-details__panel' }}
      >
        <Tabs.List aria-label={shop.name}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {sayOfPlaces(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="staff">
          <StaffPanel shopId={shop.id} />
        </Tabs.Panel>
        {(['settings', 'counters'] as const).map((one) => (
          // Text typed into the settings stays while another part is open.
          <Tabs.Panel key={one} value={one} keepMounted={one === 'settings'}>
            {place.isPending && <Loader aria-label={say('loading')} />}
            {place.isError && <ReadFailure text={sayOfPlaces('settingsUnread')} retry={place.refetch} />}
            {place.data && one === 'settings' && (
              <>
                <OutsideHours shopId={shop.id} canEnd />
                <SettingsForm
                  place={place.data}
                  saved={() => tell({ topic: 'settings', text: sayOfPlaces('settingsSaved'), close: say('closeMessage') })}
                />
              </>
            )}
            {place.data && one === 'counters' && <CountersPanel place={place.data} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

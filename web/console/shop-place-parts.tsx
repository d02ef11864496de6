import { Alert, Anchor, Button, Loader, Tabs } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../contract/paths.ts'
import { StaffPanel } from '../features/accounts/staff-panel.tsx'
import type { Mall } from '../features/malls/api.ts'
import { useRefreshMalls } from '../features/malls/use-malls.ts'
import { CountersPanel } from '../features/shops/counters-panel.tsx'
import { SettingsForm } from '../features/shops/settings-form.tsx'
import { useKeepShopPlace, useShopPlace } from '../features/shops/use-shop-place.ts'
import { sayOfPlaces } from '../session/place-words.ts'
import { useSay } from '../session/words.ts'
import { Icon } from '../ui/icons.tsx'
import { tell } from '../ui/tell.tsx'

const parts = ['settings', 'counters', 'staff'] as const

/** One shop below its mall: its settings, its counters, its staff; `?part=` says which. */
export function ShopPlaceParts({ mall, shop }: { mall: Mall; shop: Mall['shops'][number] }) {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const place = useShopPlace(shop.id)
  const keep = useKeepShopPlace()
  const refresh = useRefreshMalls()
  const part = parts.find((one) => one === search.get('part')) ?? 'settings'
  return (
    <>
      <div className="title">
        <div>
          <Anchor component={Link} to={paths.shopDetails(mall.id)} underline="always">
            {mall.title}
          </Anchor>
          <h1>{shop.name}</h1>
        </div>
        <span className="title__room" />
        <Button component={Link} to={paths.editDisplay(shop.id)} leftSection={<Icon name="display" />}>
          {sayOfPlaces('display')}
        </Button>
        <Button component={Link} to={paths.qrCode(shop.id)} leftSection={<Icon name="qr" />}>
          {sayOfPlaces('qrCode')}
        </Button>
        <Button component={Link} to={paths.counter(shop.id)} leftSection={<Icon name="people" />}>
          {say('openCounter')}
        </Button>
      </div>
      <Tabs
        value={part}
        onChange={(chosen) => setSearch({ shop: shop.id, part: chosen ?? 'settings' }, { replace: true })}
        keepMounted={false}
        classNames={{ panel: 'parts__panel' }}
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
          <Tabs.Panel key={one} value={one}>
            {place.isPending && <Loader aria-label={say('loading')} />}
            {place.isError && (
              <Alert role="alert" color="red" variant="light" className="alert" icon={<Icon name="warning" />}>
                {sayOfPlaces('settingsUnread')}{' '}
                <Button size="xs" onClick={() => place.refetch()}>
                  {say('tryAgain')}
                </Button>
              </Alert>
            )}
            {place.data && one === 'settings' && (
              <SettingsForm
                place={place.data}
                saved={(changed) => {
                  keep(changed)
                  tell({ topic: 'settings', text: sayOfPlaces('settingsSaved'), close: say('closeMessage') })
                  void refresh()
                }}
              />
            )}
            {place.data && one === 'counters' && <CountersPanel place={place.data} changed={() => void refresh()} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

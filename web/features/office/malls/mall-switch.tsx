import { Button, Menu } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfPlaces } from '#web/words/place.ts'

/** Shows nothing if there is only one mall. */
export function MallSwitch({ malls, mallId }: { malls: readonly { id: string; title: string }[]; mallId: string }) {
  if (malls.length < 2) return null
  return (
    <Menu shadow="md" position="bottom-start" width={260}>
      <Menu.Target>
        <Button rightSection={<Icon name="down" />}>{sayOfPlaces('otherMall')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {malls.map(({ id, title }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={paths.mallView(id)}
            aria-current={id === mallId ? 'page' : undefined}
            rightSection={id === mallId ? <Icon name="check" /> : null}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

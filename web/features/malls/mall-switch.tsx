import { Button, Menu } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { Icon } from '../../ui/icons.tsx'

/** The other malls of somebody who has several; nothing where there is but one. */
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

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import { Icon } from '#web/ui/icons.tsx'
import { useSay } from '#web/words/words.ts'
import './account-link.css'

/** Link to "Your account", labelled with the person's name. `small` shows only the icon. */
export function AccountLink({ name, small = false, className = '' }: { name: string | undefined; small?: boolean; className?: string }) {
  const say = useSay()
  return (
    <Button
      component={Link}
      to={paths.account()}
      variant="subtle"
      color="gray"
      className={`account-link ${className}`}
      data-small={small || undefined}
      aria-label={name ? say('yourAccountOf', { name }) : say('yourAccount')}
      title={say('yourAccount')}
      leftSection={<Icon name="person" />}
    >
      <span className="account-link__name">{name}</span>
    </Button>
  )
}

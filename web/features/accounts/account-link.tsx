import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import { Icon } from '#web/ui/icons.tsx'
import { say } from '#web/words/words.ts'
import './account-link.css'

interface Props {
  name: string | undefined
  /** Only the icon. */
  small?: boolean
  className?: string
  /** Where the person comes from, for the page's menu. */
  state?: { mallId: string } | undefined
}

export function AccountLink({ name, small = false, className = '', state }: Props) {
  return (
    <Button
      component={Link}
      to={paths.account()}
      state={state}
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

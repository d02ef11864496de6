import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** What went wrong, said at once to whoever listens; nothing where there is nothing to say. */
export function Trouble({ children }: { children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <Alert role="alert" color="red" variant="light" className="alert" icon={<Icon name="warning" />}>
      {children}
    </Alert>
  )
}

import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** Announced at once to screen readers. */
export function Trouble({ children }: { children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <Alert role="alert" color="red" variant="light" icon={<Icon name="warning" />}>
      {children}
    </Alert>
  )
}

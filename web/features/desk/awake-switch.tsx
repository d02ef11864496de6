import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAwake } from '#web/device/use-awake.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'

const KEPT = 'deskAwake'

/** *Screen on*, for a tablet at a counter. This device stores the choice. Shows nothing on a device that cannot do it. */
export function AwakeSwitch() {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEPT) === 'on')
  const isAwake = useAwake(isOn)
  if (!('wakeLock' in navigator)) return null
  const isRefused = isOn && isAwake === false
  const label = sayOfDesk(isRefused ? 'screenRefused' : 'screenLabel')
  return (
    <Button
      variant="subtle"
      color="gray"
      classNames={{ root: 'desk__awake', label: 'desk__awake-label' }}
      leftSection={<Icon name={isRefused ? 'warning' : 'display'} />}
      aria-label={label}
      title={label}
      aria-pressed={isAwake === true}
      onClick={() => {
        // The press itself asks again.
        if (isRefused) return
        localStorage.setItem(KEPT, isOn ? 'off' : 'on')
        setOn(!isOn)
      }}
    >
      {sayOfDesk('screenOn')}
    </Button>
  )
}

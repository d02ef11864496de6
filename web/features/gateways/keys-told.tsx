import { Alert } from '@mantine/core'
import { CallFailure } from '#web/api/call.ts'
import type { useTestGateway } from '#web/data/gateways.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfGateways } from '#web/words/gateways.ts'

/** What the vendor said about the keys; nothing before the first test. */
export function KeysTold({ told, vendor, isTestKey }: { told: ReturnType<typeof useTestGateway>; vendor: string; isTestKey: boolean }) {
  if (told.isError)
    return told.error instanceof CallFailure && told.error.code === 'gateway_unavailable' ? (
      <Trouble>{sayOfGateways('notTested', { vendor })}</Trouble>
    ) : (
      <FormFailure failure={told.error} />
    )
  if (!told.data) return null
  if (!told.data.accepted) return <Trouble>{sayOfGateways('refused', { vendor })}</Trouble>
  return (
    <Alert role="status" color="green" variant="light" icon={<Icon name="check" />}>
      {sayOfGateways('accepted', { vendor })}
      {isTestKey && ` ${sayOfGateways('isTest')}`}
    </Alert>
  )
}

import { Loader } from '@mantine/core'
import { useGateways } from '#web/data/gateways.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { sayOfGateways } from '#web/words/gateways.ts'
import { say } from '#web/words/words.ts'
import { GatewayCard } from './gateway-card.tsx'
import './gateways.css'

export function GatewaysPanel({ mallId, timeZone }: { mallId: string; timeZone: string }) {
  const gateways = useGateways(mallId)
  return (
    <section className="panel gateways" aria-labelledby="gateways">
      <h2 id="gateways">{sayOfGateways('title')}</h2>
      <p className="form__hint">{sayOfGateways('hint')}</p>
      {gateways.isPending && <Loader aria-label={say('loading')} />}
      {gateways.isError && <ReadFailure text={sayOfGateways('unread')} retry={gateways.refetch} />}
      <div className="gateways__all">
        {gateways.data?.map((account) => (
          <GatewayCard key={account.name} mallId={mallId} timeZone={timeZone} account={account} />
        ))}
      </div>
    </section>
  )
}

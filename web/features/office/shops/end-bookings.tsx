import { Confirm } from '#web/ui/confirm.tsx'
import { failureWords } from '#web/words/failure.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

interface Props {
  opened: boolean
  count: number
  busy: boolean
  failure: unknown
  save: () => void
  keep: () => void
}

/** Asks first: the fees of ended bookings go back, and the bookings do not come back. */
export function EndBookings({ opened, count, busy, failure, save, keep }: Props) {
  return (
    <Confirm
      opened={opened}
      title={sayOfPlaces('endBookingsTitle')}
      words={{ yes: sayOfPlaces('endBookings', { count }), no: sayOfPlaces('cancel'), close: say('closeMessage') }}
      busy={busy}
      failure={failure === null ? null : failureWords(failure)}
      onYes={save}
      onNo={keep}
    >
      <p>{sayOfPlaces('endBookingsAsk', { count })}</p>
      <p className="ask__first">{sayOfPlaces('endBookingsFirst')}</p>
    </Confirm>
  )
}

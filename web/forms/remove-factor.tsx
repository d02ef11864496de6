import { Confirm } from '#web/ui/confirm.tsx'
import { failureWords } from '#web/words/failure.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** `name` is that of the person who lost the second factor; null while nothing is asked. */
export function RemoveFactor(props: { name: string | null; busy: boolean; failure: unknown; yes: () => void; no: () => void }) {
  return (
    <Confirm
      opened={props.name !== null}
      title={sayOfPlaces('removeFactorAsk')}
      words={{ yes: sayOfPlaces('removeFactorYes'), no: sayOfPlaces('removeFactorNo'), close: say('closeMessage') }}
      busy={props.busy}
      failure={props.failure ? failureWords(props.failure) : null}
      onYes={props.yes}
      onNo={props.no}
    >
      {sayOfPlaces('removeFactorHint', { name: props.name ?? '' })}
    </Confirm>
  )
}

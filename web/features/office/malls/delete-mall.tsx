import { type Mall, useOverview, useRemoveMall } from '#web/data/malls.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { failureWords } from '#web/words/failure.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** Says how many people wait there now. Closed while `mall` is null. */
export function DeleteMall({ mall, removed, keep }: { mall: Mall | null; removed: (mall: Mall) => void; keep: () => void }) {
  const overview = useOverview(mall?.id ?? '', mall !== null)
  const waiting = overview.data?.shops.reduce((sum, shop) => sum + shop.waiting, 0) ?? 0
  const removal = useRemoveMall({ onSuccess: (_, gone) => removed(gone) })
  return (
    <Confirm
      opened={mall !== null}
      title={sayOfPlaces('deleteMall')}
      words={{ yes: sayOfPlaces('deleteMall'), no: sayOfPlaces('cancel'), close: say('closeMessage') }}
      barred={waiting > 0}
      busy={removal.isPending}
      failure={removal.isError ? failureWords(removal.error) : null}
      onYes={() => mall && removal.mutate(mall)}
      onNo={() => {
        removal.reset()
        keep()
      }}
    >
      {mall && (
        <>
          <p>{sayOfPlaces('deleteMallAsk', { mall: mall.title })}</p>
          <p className="ask__first">
            {waiting > 0 ? sayOfPlaces('deleteMallWaiting', { count: waiting }) : sayOfPlaces('deleteMallFirst')}
          </p>
        </>
      )}
    </Confirm>
  )
}

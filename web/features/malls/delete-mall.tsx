import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { failureWords } from '../../session/failure-words.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { Words } from '../../session/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { deleteMall, type Mall } from './api.ts'

/** Asks whether a mall is to go; nothing is asked while `mall` is null. */
export function DeleteMall({ mall, removed, keep }: { mall: Mall | null; removed: (mall: Mall) => void; keep: () => void }) {
  const { say, locale } = useContext(Words)
  const removal = useMutation({ mutationFn: (gone: Mall) => deleteMall(gone.id), onSuccess: (_, gone) => removed(gone) })
  return (
    <Confirm
      opened={mall !== null}
      title={sayOfPlaces('deleteMall')}
      words={{ yes: sayOfPlaces('deleteMall'), no: sayOfPlaces('cancel'), close: say('closeMessage') }}
      busy={removal.isPending}
      failure={removal.isError ? failureWords(say, locale, removal.error) : null}
      onYes={() => mall && removal.mutate(mall)}
      onNo={() => {
        removal.reset()
        keep()
      }}
    >
      {mall && (
        <>
          <p>{sayOfPlaces('deleteMallAsk', { mall: mall.title })}</p>
          <p className="ask__first">{sayOfPlaces('deleteMallFirst')}</p>
        </>
      )}
    </Confirm>
  )
}

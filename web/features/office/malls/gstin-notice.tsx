import { Button } from '@mantine/core'
import { type Overview, useConfirmGstin } from '#web/data/malls.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { sayOfPlaces } from '#web/words/place.ts'

/** Shows nothing if no GSTIN waits for confirmation. */
export function GstinNotice({ overview, mayConfirm, confirmed }: { overview: Overview; mayConfirm: boolean; confirmed: () => void }) {
  const confirm = useConfirmGstin(overview.id, { onSuccess: confirmed })
  const { gstinWaiting: gstin, legalName } = overview
  if (gstin === null) return null
  return (
    <section className="panel form" aria-labelledby="gstin-waits">
      <h2 id="gstin-waits">{sayOfPlaces('gstinWaits')}</h2>
      <p>
        <b className="num">{gstin}</b>
        {legalName !== '' && `, ${legalName}`}
      </p>
      <p className="form__hint">{sayOfPlaces(mayConfirm ? 'gstinConfirmHint' : 'gstinWaitsHint')}</p>
      <FormFailure failure={confirm.error} />
      {mayConfirm && (
        <div className="form__ways">
          <Button variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate(gstin)}>
            {sayOfPlaces('gstinConfirm')}
          </Button>
        </div>
      )}
    </section>
  )
}

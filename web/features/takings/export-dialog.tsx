import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { exportKinds } from '#contract/payments/money.ts'
import { CallFailure } from '#web/api/call.ts'
import { type FileRequest, type Money, useMoneyFile } from '#web/data/money.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focused } from '#web/ui/focused.ts'
import { Icon } from '#web/ui/icons.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { tell } from '#web/ui/tell.tsx'
import { sayOfMoney } from '#web/words/money.ts'
import { LedgerFields } from './ledger-fields.tsx'
import './takings-forms.css'

interface Props {
  mallId: string
  placeId: string
  place: string
  money: Money
  close: () => void
}

/** Closed, it returns the focus. */
export function ExportDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      centered
      size="31rem"
      onClose={props.close}
      title={sayOfMoney('export')}
      closeButtonProps={{ 'aria-label': sayOfMoney('close') }}
    >
      <Form {...props} />
    </Modal>
  )
}

function Form({ mallId, placeId, place, money, close }: Props) {
  const [request, setRequest] = useState<FileRequest>({ kind: 'payments', from: money.from, to: money.to, people: 'no' })
  const set = (change: Partial<FileRequest>) => setRequest({ ...request, ...change })
  // Those of the papers of these days, if there are several.
  const [gstins, setGstins] = useState<readonly string[]>([])
  const setDays = (days: Partial<FileRequest>) => {
    set({ ...days, gstin: undefined })
    setGstins([])
  }
  const file = useMoneyFile(mallId, placeId, {
    onSuccess: (saved) => {
      saveFile(saved)
      tell({ topic: 'money', text: sayOfMoney('exported'), close: sayOfMoney('close') })
      close()
    },
    onError: (failure) => {
      if (failure instanceof CallFailure && failure.gstins.length > 0) setGstins(failure.gstins)
    },
  })
  return (
    <form
      className="takings-form"
      onSubmit={(event) => {
        event.preventDefault()
        file.mutate(request)
      }}
    >
      <p className="muted">{place}</p>
      <div className="takings-choice-cards">
        {exportKinds.map((kind) => (
          <label key={kind} className="takings-choice-card">
            <input type="radio" name="kind" checked={request.kind === kind} onChange={() => set({ kind })} />
            <span>
              <b>{sayOfMoney(`kind_${kind}`)}</b>
              <span className="muted takings-choice-card__about">{sayOfMoney(`about_${kind}`)}</span>
            </span>
          </label>
        ))}
      </div>
      <div className="takings-form__pair">
        <TextInput
          type="date"
          label={sayOfMoney('fromDay')}
          required
          value={request.from}
          max={request.to}
          onChange={(event) => setDays({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={sayOfMoney('toDay')}
          required
          value={request.to}
          min={request.from}
          onChange={(event) => setDays({ to: event.currentTarget.value })}
        />
      </div>
      {gstins.length > 0 && request.kind !== 'payments' && request.kind !== 'tally' && (
        <NativeSelect
          ref={focused}
          label={sayOfMoney('gstinOfReturn')}
          required
          value={request.gstin ?? ''}
          data={[{ value: '', label: sayOfMoney('chooseGstin') }, ...gstins]}
          onChange={(event) => set({ gstin: event.currentTarget.value || undefined })}
        />
      )}
      {request.kind === 'tally' && <LedgerFields mallId={mallId} changed={request.ledgers ?? {}} change={(ledgers) => set({ ledgers })} />}
      {request.kind === 'payments' && (
        <label className="takings-choice-card">
          <input
            type="checkbox"
            checked={request.people === 'yes'}
            onChange={(event) => set({ people: event.currentTarget.checked ? 'yes' : 'no' })}
          />
          <span>
            <b>{sayOfMoney('withMobiles')}</b>
            <span className="muted takings-choice-card__about">{sayOfMoney('withMobilesHint')}</span>
          </span>
        </label>
      )}
      <p className="muted">{sayOfMoney('exportHint')}</p>
      <FormFailure failure={file.error} />
      <div className="takings-form__ways">
        <Button onClick={close}>{sayOfMoney('cancel')}</Button>
        <Button type="submit" variant="filled" leftSection={<Icon name="download" />} disabled={file.isSuccess} loading={file.isPending}>
          {sayOfMoney('download')}
        </Button>
      </div>
    </form>
  )
}

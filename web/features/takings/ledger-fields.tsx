import { TextInput } from '@mantine/core'
import { type LedgerNames, ledgerKeys, ledgers } from '#contract/payments/ledgers.ts'
import { useOverview } from '#web/data/malls.ts'
import { sayOfMoney } from '#web/words/money.ts'

/** What the mall's books call our ledgers; `changed` is what the person has entered here. */
export function LedgerFields({
  mallId,
  changed,
  change,
}: {
  mallId: string
  changed: Partial<LedgerNames>
  change: (names: Partial<LedgerNames>) => void
}) {
  const known = useOverview(mallId, true).data?.ledgers
  return (
    <details className="takings-ledgers">
      <summary>{sayOfMoney('ledgerNames')}</summary>
      <p className="muted">{sayOfMoney('ledgerNamesHint')}</p>
      {known && (
        <div className="takings-form__pair">
          {ledgerKeys.map((key) => (
            <TextInput
              key={key}
              label={sayOfMoney(`ledger_${key}`)}
              placeholder={ledgers[key]}
              value={changed[key] ?? known[key]}
              maxLength={100}
              onChange={(event) => change({ ...changed, [key]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </details>
  )
}

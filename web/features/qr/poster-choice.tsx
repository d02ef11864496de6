import { Alert, Button, SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { languages, locales } from '#contract/base/locale.ts'
import type { PosterLanguage } from '#contract/poster/calls.ts'
import type { PosterSize } from '#contract/poster/poster.ts'
import { usePoster } from '#web/data/poster.ts'
import { Icon } from '#web/ui/icons.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { failureWords } from '#web/words/failure.ts'
import { otherLocale, ownLocale } from '#web/words/own-locale.ts'
import { sayOfQr } from '#web/words/qr.ts'
import type { ChoosableShop } from './shop-choice.tsx'

type Languages = PosterLanguage | 'both'

/** Without a shop it asks the person to choose one. */
export function PosterChoice(props: { shop: ChoosableShop | null; counterId: string | null }) {
  const { shop, counterId } = props
  const [size, setSize] = useState<PosterSize>('A4')
  const [printed, setPrinted] = useState<Languages>('both')
  const titleId = useId()
  const poster = usePoster({ onSuccess: saveFile })
  return (
    <section className="panel qr__poster" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{shop ? sayOfQr('posterOf', { shop: shop.name }) : sayOfQr('poster')}</h2>
        <p className="muted">{sayOfQr(shop ? (shop.isMall ? 'entranceHint' : 'posterHint') : 'posterNeedsShop')}</p>
      </div>
      {shop && (
        <>
          <div className="qr__options">
            <Option label={sayOfQr('paper')} value={size} data={[...sizes]} onChange={(value) => setSize(value === 'A5' ? 'A5' : 'A4')} />
            <Option
              label={sayOfQr('language')}
              value={printed}
              data={[...locales.map((value) => ({ value, label: languages[value].name })), { value: 'both', label: sayOfQr('both') }]}
              onChange={(value) => setPrinted(locales.find((one) => one === value) ?? 'both')}
            />
            <Button
              variant="outline"
              leftSection={<Icon name="download" />}
              loading={poster.isPending}
              onClick={() => poster.mutate({ ...shop, counterId, size, languages: inOrder(printed) })}
            >
              {sayOfQr('downloadPoster')}
            </Button>
          </div>
          {poster.isError && (
            <Alert role="alert" icon={<Icon name="warning" />}>
              {failureWords(poster.error)}
            </Alert>
          )}
          <p role="status" className="muted">
            {poster.isSuccess && sayOfQr('posterDone')}
          </p>
        </>
      )}
    </section>
  )
}

const sizes = ['A4', 'A5'] as const

/** On a page in two languages, the person's own language comes first. */
const inOrder = (printed: Languages): PosterLanguage[] => (printed === 'both' ? [ownLocale, otherLocale] : [printed])

interface Choosing {
  label: string
  value: string
  data: (string | { value: string; label: string })[]
  onChange: (value: string) => void
}

function Option({ label, ...control }: Choosing) {
  const id = useId()
  return (
    <div className="qr__option">
      <span id={id} className="qr__label">
        {label}
      </span>
      <SegmentedControl classNames={{ label: 'qr__segment' }} aria-labelledby={id} {...control} />
    </div>
  )
}

import { Alert, Button, SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useContext, useId, useState } from 'react'
import type { PosterLanguage, PosterSize } from '../../../contract/poster.wire.ts'
import { CallFailure } from '../../api/call.ts'
import { failureWords } from '../../session/failure-words.ts'
import { sayOfQr as say } from '../../session/qr-words.ts'
import { Words } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { readPoster } from './api.ts'
import { save } from './code.ts'
import type { ChoosableShop } from './shop-choice.tsx'

type Languages = 'en' | 'hi' | 'both'

/** What to print, and the button that makes it; without a shop it says what it waits for. */
export function PosterChoice(props: { shop: ChoosableShop | null; counterId: string | null; onSaved: () => void }) {
  const { shop, counterId, onSaved } = props
  const { locale, say: sayOfConsole } = useContext(Words)
  const [size, setSize] = useState<PosterSize>('A4')
  const [languages, setLanguages] = useState<Languages>('both')
  const titleId = useId()
  const poster = useMutation({
    mutationFn: async ({ id }: ChoosableShop) => {
      save(await readPoster({ shopId: id, counterId, size, languages: inOrder(languages, locale) }), `poster-${id}-${size}.pdf`)
    },
    onSuccess: onSaved,
  })
  return (
    <section className="panel qr__poster" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{shop ? say('posterOf', { shop: shop.name }) : say('poster')}</h2>
        <p className="muted">{say(shop ? 'posterHint' : 'posterNeedsShop')}</p>
      </div>
      {shop && (
        <>
          <div className="qr__options">
            <Option label={say('paper')} value={size} data={[...sizes]} onChange={(value) => setSize(value === 'A5' ? 'A5' : 'A4')} />
            <Option
              label={say('language')}
              value={languages}
              data={[
                { value: 'en', label: say('english') },
                { value: 'hi', label: say('hindi') },
                { value: 'both', label: say('both') },
              ]}
              onChange={(value) => setLanguages(value === 'en' || value === 'hi' ? value : 'both')}
            />
            <Button variant="outline" leftSection={<Icon name="download" />} loading={poster.isPending} onClick={() => poster.mutate(shop)}>
              {say('downloadPoster')}
            </Button>
          </div>
          {poster.isError && (
            <Alert className="alert" role="alert" icon={<Icon name="warning" />}>
              {whyNot(poster.error) ?? failureWords(sayOfConsole, locale, poster.error)}
            </Alert>
          )}
          <p role="status" className="muted">
            {poster.isSuccess && say('posterDone')}
          </p>
        </>
      )}
    </section>
  )
}

const sizes = ['A4', 'A5'] as const

/** On a page in two languages the reader's own comes first. */
const inOrder = (languages: Languages, locale: PosterLanguage): PosterLanguage[] =>
  languages === 'both' ? [locale, locale === 'en' ? 'hi' : 'en'] : [languages]

function whyNot(failure: unknown): string | null {
  const code = failure instanceof CallFailure ? failure.code : null
  return code === 'unprintable_name' || code === 'counter_not_found' ? say(`refused_${code}`) : null
}

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
      <SegmentedControl aria-labelledby={id} {...control} />
    </div>
  )
}

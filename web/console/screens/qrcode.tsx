import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/screens.ts'
import { ConsolePage } from '#web/console/console-page.tsx'
import { useWho } from '#web/data/accounts/who.ts'
import { useMalls, useMallsOf } from '#web/data/malls.ts'
import { useNoteCode } from '#web/data/poster.ts'
import { useShops } from '#web/data/storefront.ts'
import { QrGenerator } from '#web/features/qr/generator.tsx'
import { PosterChoice } from '#web/features/qr/poster-choice.tsx'
import { type ChoosableMall, choosableIn, ShopChoice } from '#web/features/qr/shop-choice.tsx'
import { say } from '#web/words/words.ts'

/** A free text, or the address of a shop or a mall (`?shop=` chooses one), perhaps with a counter. */
type Subject = { text: string } | { shopId: string; counterId: string | null }

export function Screen() {
  const [search] = useSearchParams()
  const asked = search.get('shop')
  const [subject, setSubject] = useState<Subject>(asked === null ? { text: '' } : { shopId: asked, counterId: null })
  const { malls, failed, manages } = useChoosableMalls()
  const note = useNoteCode()
  const shopId = 'shopId' in subject ? subject.shopId : null
  const counterId = 'shopId' in subject ? subject.counterId : null
  const shop = malls.flatMap(choosableIn).find(({ id }) => id === shopId) ?? null
  const mallId = malls.find((mall) => choosableIn(mall).some(({ id }) => id === shopId))?.id ?? undefined
  const text = 'text' in subject ? subject.text : window.location.origin + paths.scanned(shop?.slug ?? subject.shopId, subject.counterId)
  return (
    <ConsolePage mallId={mallId}>
      <div className="qr__page">
        <h1>{say('qrTitle')}</h1>
        <QrGenerator
          text={text}
          onText={(written) => setSubject({ text: written })}
          caption={shop?.name ?? null}
          onSaved={() => shop && !shop.isMall && note.mutate(shop.id)}
        >
          <ShopChoice
            malls={malls}
            failed={failed}
            shopId={shop?.id ?? null}
            counterId={counterId}
            withCounters={manages}
            onChoose={(chosen, counter) => setSubject(chosen ? { shopId: chosen.id, counterId: counter } : { text: '' })}
          />
        </QrGenerator>
        {manages && <PosterChoice shop={shop} counterId={counterId} />}
      </div>
    </ConsolePage>
  )
}

/** The shops by mall: all for a super administrator, otherwise the account's own. */
function useChoosableMalls() {
  const who = useWho().data
  const operator = who?.account.role === 'superadmin'
  const every = useMalls(operator)
  const own = useMallsOf(who?.mallIds ?? [])
  const worked = useShops(who?.shopIds ?? [])
  const malls: readonly ChoosableMall[] = operator ? (every.data ?? []) : own.flatMap(({ data }) => (data ? [data] : []))
  const works = worked.flatMap(({ data }) => (data ? [data.shop] : []))
  return {
    malls: works.length > 0 ? [{ id: null, title: say('yourShops'), shops: works }] : malls,
    failed: every.isError || own.some(({ isError }) => isError) || worked.some(({ isError }) => isError),
    // Counters and posters are only for people who manage the shop.
    manages: operator || who?.account.role === 'owner',
  }
}

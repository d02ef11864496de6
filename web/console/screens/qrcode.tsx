import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { useWho } from '../../features/accounts/use-who.ts'
import { useMalls, useMallsOf, useRefreshMalls, useShops } from '../../features/malls/use-malls.ts'
import { noteCodeSaved } from '../../features/qr/api.ts'
import { QrGenerator } from '../../features/qr/generator.tsx'
import { PosterChoice } from '../../features/qr/poster-choice.tsx'
import { type ChoosableMall, ShopChoice } from '../../features/qr/shop-choice.tsx'
import { sayOfQr } from '../../session/qr-words.ts'
import { useSay } from '../../session/words.ts'
import { BarWay, ConsolePage } from '../console-page.tsx'

/** What the code is of: a text of one's own, or the address of a shop (`?shop=` chooses one) and perhaps its counter. */
type Subject = { text: string } | { shopId: string; counterId: string | null }

/** The QR generator: any text as a code, a shop's address as a code and as a poster. */
export function Screen() {
  const say = useSay()
  const [search] = useSearchParams()
  const wished = search.get('shop')
  const [subject, setSubject] = useState<Subject>(wished === null ? { text: '' } : { shopId: wished, counterId: null })
  const { malls, failed, manages, home } = useChoosableMalls()
  const refresh = useRefreshMalls()
  // Somebody may be back at the first steps before the note has arrived.
  const note = useMutation({ mutationFn: noteCodeSaved, onSuccess: refresh })
  const shopId = 'shopId' in subject ? subject.shopId : null
  const counterId = 'shopId' in subject ? subject.counterId : null
  const shop = malls.flatMap((mall) => mall.shops).find(({ id }) => id === shopId) ?? null
  const text = 'text' in subject ? subject.text : window.location.origin + paths.scanned(subject.shopId, subject.counterId)
  return (
    <ConsolePage ways={home}>
      <div className="qr__page">
        <h1>{say('qrTitle')}</h1>
        <QrGenerator
          text={text}
          onText={(written) => setSubject({ text: written })}
          caption={shop?.name ?? null}
          onSaved={() => shop && note.mutate(shop.id)}
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
        {manages && <PosterChoice shop={shop} counterId={counterId} onSaved={refresh} />}
      </div>
    </ConsolePage>
  )
}

/** The shops that this account may make codes for, by mall: all for a super administrator, else their own. */
function useChoosableMalls() {
  const say = useSay()
  const who = useWho().data
  const operator = who?.account.role === 'superadmin'
  const every = useMalls(operator)
  const own = useMallsOf(who?.mallIds ?? [])
  const worked = useShops(who?.shopIds ?? [])
  const malls: readonly ChoosableMall[] = operator ? (every.data ?? []) : own.flatMap(({ data }) => (data ? [data] : []))
  const works = worked.flatMap(({ data }) => (data ? [data.shop] : []))
  const ownMall = who?.mallIds[0]
  return {
    malls: works.length > 0 ? [{ title: say('yourShops'), shops: works }] : malls,
    failed: every.isError || own.some(({ isError }) => isError) || worked.some(({ isError }) => isError),
    // Counters and posters are the business of who manages the shop.
    manages: operator || who?.account.role === 'owner',
    home: operator ? (
      <BarWay to="/ownerdashboard" icon="settings">
        {sayOfQr('toSettings')}
      </BarWay>
    ) : ownMall !== undefined ? (
      <BarWay to={paths.mallView(ownMall)} icon="shop">
        {say('mallViewTitle')}
      </BarWay>
    ) : undefined,
  }
}

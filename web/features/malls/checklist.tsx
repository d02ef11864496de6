import { Anchor, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { sayOfPlaces } from '../../session/place-words.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Overview } from './api.ts'
import './checklist.css'

/** A new owner's first steps, ticked by what is there. When all are done it says so once, to who saw them open, and is gone. */
export function Checklist({ overview }: { overview: Overview }) {
  const isDone = Object.values(overview.checklist).every(Boolean)
  const kept = `firstSteps:${overview.id}`
  const [isNews, setNews] = useState(() => localStorage.getItem(kept) !== null)
  useEffect(() => {
    if (isDone) return localStorage.removeItem(kept)
    localStorage.setItem(kept, 'open')
    setNews(true)
  }, [isDone, kept])
  if (!isDone) return <Steps overview={overview} />
  return isNews ? <AllDone overview={overview} close={() => setNews(false)} /> : null
}

/** What comes after the last step. */
function AllDone({ overview, close }: { overview: Overview; close: () => void }) {
  const say = useSay()
  const [shop] = overview.shops
  return (
    <section className="panel checklist checklist--done" aria-labelledby="checklist">
      <span className="checklist__mark" data-done>
        <Icon name="check" />
      </span>
      <div role="status">
        <h2 id="checklist">{sayOfPlaces('allDone')}</h2>
        {shop && <p className="muted">{sayOfPlaces('allDoneHint', { shop: shop.name })}</p>}
      </div>
      <div className="checklist__ways">
        {shop && (
          <Button component={Link} to={paths.counter(shop.id)}>
            {say('openCounter')}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={close}>
          {sayOfPlaces('done')}
        </Button>
      </div>
    </section>
  )
}

function Steps({ overview }: { overview: Overview }) {
  const { hasShop, hasFee, hasQr, hasToken } = overview.checklist
  const shopId = overview.shops[0]?.id ?? null
  const toShops = paths.shopDetails(overview.id)
  const steps = [
    { key: 'shop', done: hasShop, label: sayOfPlaces('stepShop'), hint: sayOfPlaces('stepShopHint'), to: toShops },
    {
      key: 'fee',
      done: hasFee,
      label: sayOfPlaces('stepFee'),
      hint: sayOfPlaces('stepFeeHint'),
      to: shopId === null ? null : paths.shopPlace(overview.id, shopId, 'settings'),
    },
    {
      key: 'qr',
      done: hasQr,
      label: sayOfPlaces('stepQr'),
      hint: sayOfPlaces('stepQrHint'),
      to: shopId === null ? null : paths.qrCode(shopId),
    },
    {
      key: 'token',
      done: hasToken,
      label: sayOfPlaces('stepToken'),
      hint: sayOfPlaces('stepTokenHint'),
      // The shopper wing: another document.
      href: shopId === null ? null : paths.welcome(shopId),
    },
  ]
  const next = steps.find(({ done }) => !done)
  return (
    <section className="panel checklist" aria-labelledby="checklist">
      <h2 id="checklist">{sayOfPlaces('firstSteps')}</h2>
      <ol>
        {steps.map(({ key, done, label, hint, to = null, href = null }) => (
          <li key={key} data-done={done || undefined} aria-current={key === next?.key ? 'step' : undefined}>
            <span className="checklist__mark">{done && <Icon name="check" />}</span>
            <span>
              <span className="checklist__label">
                {to !== null ? (
                  <Anchor component={Link} to={to}>
                    {label}
                  </Anchor>
                ) : href !== null ? (
                  <Anchor href={href} target="_blank" rel="noopener">
                    {label}
                  </Anchor>
                ) : (
                  label
                )}
              </span>
              <span className="hidden">{done ? `, ${sayOfPlaces('stepDone')}` : ''}</span>
              <span className="checklist__hint">{hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

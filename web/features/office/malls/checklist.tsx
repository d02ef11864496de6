import { Anchor, Button } from '@mantine/core'
import { type MouseEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import type { Overview } from '#web/data/malls.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import './checklist.css'

/** When all steps are done, it says so once, if this browser has shown open steps before. After that it shows nothing. */
export function Checklist({ overview, askContact }: { overview: Overview; askContact: (event: MouseEvent<HTMLElement>) => void }) {
  const isDone = Object.values(overview.checklist).every(Boolean)
  const kept = `firstSteps:${overview.id}`
  const [isNews, setNews] = useState(() => localStorage.getItem(kept) !== null)
  useEffect(() => {
    if (isDone) return localStorage.removeItem(kept)
    localStorage.setItem(kept, 'open')
    setNews(true)
  }, [isDone, kept])
  if (!isDone) return <Steps overview={overview} askContact={askContact} />
  return isNews ? <AllDone overview={overview} close={() => setNews(false)} /> : null
}

function AllDone({ overview, close }: { overview: Overview; close: () => void }) {
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

function Steps({ overview, askContact }: { overview: Overview; askContact: (event: MouseEvent<HTMLElement>) => void }) {
  const { hasShop, hasFee, hasQr, hasContact, hasToken } = overview.checklist
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
    { key: 'contact', done: hasContact, label: sayOfPlaces('stepContact'), hint: sayOfPlaces('stepContactHint'), press: askContact },
    {
      key: 'token',
      done: hasToken,
      label: sayOfPlaces('stepToken'),
      hint: sayOfPlaces('stepTokenHint'),
      // The shopper wing is another document, so this is a plain link.
      href: shopId === null ? null : paths.welcome(shopId),
    },
  ]
  const next = steps.find(({ done }) => !done)
  return (
    <section className="panel checklist" aria-labelledby="checklist">
      <h2 id="checklist">{sayOfPlaces('firstSteps')}</h2>
      <ol>
        {steps.map(({ key, done, label, hint, to = null, href = null, press = null }) => (
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
                ) : press !== null ? (
                  <Anchor component="button" type="button" onClick={press}>
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

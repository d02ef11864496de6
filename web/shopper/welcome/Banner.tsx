import { useEffect, useRef, useState } from 'react'
import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { useJourney } from '../journey-context.ts'
import { EveningEntrance } from './EveningEntrance.tsx'
import { Orbits } from './Orbits.tsx'

/** A shop's display: the picture in the disc, the large letter, the sliding text and the pass. Without a picture of its own, ours. */
export function Banner({ storefront }: { storefront: StorefrontWire }) {
  const { say } = useJourney()
  const { shop, display } = storefront
  const letter = display.largeLetter === '' ? (Array.from(shop.name)[0] ?? '') : display.largeLetter
  const slide = display.slidingText === '' ? shop.name : display.slidingText
  const size = letter.length <= 1 ? '' : letter.length <= 3 ? ' lock__letter--some' : ' lock__letter--many'
  return (
    <section className="banner" aria-label={say('displayLabel', { shop: shop.name })}>
      <Orbits />
      <div className="banner__disc">
        <Picture address={display.backgroundImage} alt={say('shopPicture', { shop: shop.name })} />
      </div>
      <div className="lock">
        <span className={`lock__letter${size}`}>{letter}</span>
        <span className="lock__rest">
          <span className="lock__slide">
            <span key={slide}>{slide}</span>
          </span>
          {display.passText !== '' && <span className="pass">{display.passText}</span>}
        </span>
      </div>
    </section>
  )
}

function Picture({ address, alt }: { address: string | null; alt: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  // An image that failed before the hydration sends its event to nobody.
  useEffect(() => {
    const shown = image.current
    if (shown?.complete && shown.naturalWidth === 0) setBroken(address)
  }, [address])
  if (address === null || broken === address) return <EveningEntrance />
  return (
    <img
      ref={image}
      src={address}
      alt={alt}
      width={400}
      height={400}
      decoding="async"
      fetchPriority="high"
      onError={() => setBroken(address)}
    />
  )
}

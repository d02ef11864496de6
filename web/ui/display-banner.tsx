import type { ReactNode } from 'react'
import { lettersOf } from '#contract/base/letters.ts'
import { EveningEntrance } from './evening-entrance.tsx'
import { useBroken } from './use-broken.ts'

/** Empty texts are filled from the shop's name. */
export interface ShownDisplay {
  backgroundImage: string | null
  slidingText: string
  largeLetter: string
  passText: string
}

/** Without a picture, ours is shown (`drawn` describes it). */
export function DisplayBanner({
  name,
  display,
  label,
  alt,
  drawn,
  children,
}: {
  name: string
  display: ShownDisplay
  label: string
  alt: string
  drawn: string
  children?: ReactNode
}) {
  const letter = display.largeLetter === '' ? (lettersOf(name)[0] ?? '') : display.largeLetter
  const slide = display.slidingText === '' ? name : display.slidingText
  const letters = lettersOf(letter).length
  const size = letters <= 1 ? '' : letters <= 3 ? ' lock__letter--some' : ' lock__letter--many'
  return (
    <section className="banner" aria-label={label}>
      <Orbits />
      <div className="banner__disc">
        <Picture address={display.backgroundImage} alt={alt} drawn={drawn} />
      </div>
      <div className="lock">
        <span className={`lock__letter${size}`}>{letter}</span>
        <span className="lock__rest">
          <span className="lock__slide">
            <span key={slide} data-joined={isJoined(slide) || undefined} data-long={hasLongWord(slide) || undefined}>
              {slide}
            </span>
          </span>
          {display.passText !== '' && (
            <span className="pass" data-joined={isJoined(display.passText) || undefined}>
              {display.passText}
            </span>
          )}
        </span>
      </div>
      {children}
    </section>
  )
}

/** The most letters of a word that still fit into the line of the sliding text at its normal size. */
const LONG_WORD = 13
const hasLongWord = (text: string): boolean => text.split(/\s/).some((word) => word.length > LONG_WORD)

/** In most Indian scripts the letters hang from one line, which must not be broken. */
const isJoined = (text: string): boolean => /[^\0-\u024f\u2000-\u20ff]/.test(text)

function Picture({ address, alt, drawn }: { address: string | null; alt: string; drawn: string }) {
  const { isBroken, watched } = useBroken(address)
  if (address === null || isBroken) return <EveningEntrance label={drawn} />
  return <img {...watched} src={address} alt={alt} width={400} height={400} decoding="async" fetchPriority="high" />
}

/** The disc's radius is 100. */
function Orbits() {
  return (
    <svg className="banner__orbits" viewBox="-172 -172 344 344" fill="none" aria-hidden="true">
      <g stroke="var(--gold-400)">
        <circle r="122" strokeOpacity=".34" />
        <circle r="146" strokeOpacity=".18" />
        <circle r="170" strokeOpacity=".09" />
        <circle cx="-113" cy="-92" r="9.5" strokeOpacity=".6" />
      </g>
      <g fill="var(--gold-300)">
        <circle cx="-118.5" cy="-29" r="3.4" />
        <circle cx="105.6" cy="-61" r="3.4" />
        <circle cx="129" cy="-68" r="2" />
        <circle cx="-132" cy="62" r="2.4" />
        <circle cx="98" cy="-139" r="2" />
        <circle cx="-160" cy="-57" r="2.2" />
      </g>
      <circle cx="131" cy="64" r="9" fill="var(--carpet-500)" />
      <circle cx="131" cy="64" r="13" stroke="var(--carpet-500)" strokeOpacity=".6" />
      <circle cx="-113" cy="-92" r="6" fill="var(--carpet-700)" />
      <circle cx="-139" cy="98" r="4" stroke="var(--gold-300)" strokeOpacity=".7" />
    </svg>
  )
}

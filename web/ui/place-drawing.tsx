import type { ReactNode } from 'react'
import type { PlaceKind } from './place-kind.ts'

const COLOURINGS = 5

/** Taken from the id, so that a place looks the same everywhere. */
const colouringOf = (id: string): number => [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7) % COLOURINGS

/** For a place without a picture. The middle square of each drawing has what it shows, because small pictures show only that. */
export function PlaceDrawing({ id, kind }: { id: string; kind: PlaceKind }) {
  return (
    <svg
      className="place-drawing"
      data-colouring={colouringOf(id)}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path className="place-drawing__sky" d="M0 0h320v180H0z" />
      <circle className="place-drawing__light" cx="284" cy="58" r="16" opacity=".45" />
      <path className="place-drawing__dark" d="M0 160h320v20H0z" />
      <path className="place-drawing__carpet" d="M146 160h28l22 20h-72z" />
      {things[kind]}
    </svg>
  )
}

const rows = (xs: readonly number[], ys: readonly number[]) => xs.flatMap((x) => ys.map((y) => `M${x} ${y}h18v22h-18z`)).join('')

const things: Readonly<Record<PlaceKind, ReactNode>> = {
  mall: (
    <>
      <path className="place-drawing__dark" d="M44 58h232v102H44zM36 46h248v12H36z" />
      <path className="place-drawing__light" d={rows([60, 94, 208, 242], [74])} opacity=".95" />
      <path className="place-drawing__light" d={rows([60, 94, 208, 242], [112])} opacity=".4" />
      <path className="place-drawing__gold" d="M134 68h52v8h-52z" />
      <path className="place-drawing__light" d="M134 160v-44a26 26 0 0 1 52 0v44z" />
      <path className="place-drawing__line" d="M160 91v69" />
    </>
  ),
  cup: (
    <>
      <path className="place-drawing__stroke" d="M136 72c-8-9 8-15 0-26M160 68c-8-9 8-17 0-28M184 72c-8-9 8-15 0-26" />
      <path className="place-drawing__handle" d="M208 96h10a17 17 0 0 1 0 34h-14" />
      <path className="place-drawing__light" d="M108 84h104c0 42-18 64-52 64s-52-22-52-64z" />
      <path className="place-drawing__gold" d="M109 98h102l-1 8H110z" />
      <path className="place-drawing__dark" d="M116 84h88c-4 9-84 9-88 0z" />
      <path className="place-drawing__gold" d="M92 148h136c-4 8-12 12-22 12h-92c-10 0-18-4-22-12z" />
    </>
  ),
  book: (
    <>
      <path className="place-drawing__gold" d="M76 64c30-8 62-6 84 8 22-14 54-16 84-8v90c-30-8-62-6-84 6-22-12-54-14-84-6z" />
      <path
        className="place-drawing__light"
        d="M84 60c28-6 56-4 74 10v82c-20-12-46-14-74-8zM236 60c-28-6-56-4-74 10v82c20-12 46-14 74-8z"
      />
      <path
        className="place-drawing__line"
        d="M98 80c16-2 32 0 46 6M98 98c16-2 32 0 46 6M98 116c16-2 32 0 46 6M222 80c-16-2-32 0-46 6M222 98c-16-2-32 0-46 6"
      />
      <path className="place-drawing__carpet" d="M196 56l16 1v44l-8-8-8 7z" />
    </>
  ),
  sari: (
    <>
      <path className="place-drawing__gold" d="M148 36h24v16c5 4 16 4 18 6 4 12 2 24-8 38h-44c-10-14-12-26-8-38 2-2 13-2 18-6z" />
      <path className="place-drawing__carpet" d="M138 94h44c12 22 26 46 34 66H104c8-20 22-44 34-66z" />
      <path className="place-drawing__light" d="M110 147h100l6 13H104z" />
      <path className="place-drawing__line" d="M160 98v46M150 99l-12 45M170 99l12 45" />
      <path className="place-drawing__light" d="M182 96l-36-44-18 8 8 14c-16 18-24 46-22 74l18 2c-2-26 4-46 16-62l18 20z" />
      <path className="place-drawing__line" d="M141 62l28 34M126 146c-2-24 4-44 15-60" />
    </>
  ),
  shop: (
    <>
      <path className="place-drawing__dark" d="M78 76h164v84H78z" />
      <path className="place-drawing__light" d="M94 104h68v40H94z" opacity=".9" />
      <path className="place-drawing__light" d="M180 104h42v56h-42z" />
      <path className="place-drawing__line" d="M128 104v40M214 132v6" />
      <path
        className="place-drawing__carpet"
        d="M72 56h176l12 26c0 12-25 12-25 0 0 12-25 12-25 0 0 12-25 12-25 0 0 12-25 12-25 0 0 12-25 12-25 0 0 12-25 12-25 0 0 12-25 12-25 0 0 12-25 12-25 0z"
      />
      <path
        className="place-drawing__light"
        d="M97 56h25l-12 26c0 10-25 10-25 0zM147 56h26v26c0 10-26 10-26 0zM198 56h25l12 26c0 10-25 10-25 0z"
        opacity=".9"
      />
    </>
  ),
}

import './place-picture.css'
import { useBroken } from './use-broken.ts'

/** The number of colourings of the drawn house. */
const COLOURINGS = 5

/** The picture of a mall or shop; without one, a house in the evening, in a colouring that belongs to its `id`. */
export function PlacePicture({ id, image, alt }: { id: string; image: string | null; alt: string }) {
  // A picture on another website may be gone: the house replaces it.
  const { isBroken, watched } = useBroken(image)
  if (image !== null && !isBroken) {
    return <img {...watched} className="place-picture" src={image} alt={alt} loading="lazy" decoding="async" />
  }
  return <House colouring={[...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7) % COLOURINGS} />
}

const windows = [...Array(8)].flatMap((_, column) => [74, 106].map((y) => ({ x: 40 + column * 34, y, lit: (column * 3 + y) % 7 > 1 })))

function House({ colouring }: { colouring: number }) {
  return (
    <svg
      className="place-picture place-picture-house"
      data-colouring={colouring}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path className="place-picture-house__sky" d="M0 0h320v180H0z" />
      <circle className="place-picture-house__light" cx="240" cy="34" r="20" opacity=".5" />
      <path className="place-picture-house__wall" d="M20 60V48h280v12zM28 60h264v100H28z" />
      {windows.map(({ x, y, lit }) => (
        <rect
          key={`${x}:${y}`}
          className="place-picture-house__light"
          x={x}
          y={y}
          width="16"
          height="22"
          rx="1.5"
          opacity={lit ? 0.95 : 0.3}
        />
      ))}
      <path className="place-picture-house__light" d="M140 160v-26a20 20 0 0 1 40 0v26z" />
      <path className="place-picture-house__street" d="M0 160h320v20H0z" />
      <path className="place-picture-house__carpet" d="M150 160h20l16 20h-52z" />
    </svg>
  )
}

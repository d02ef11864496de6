import { PlaceDrawing } from './place-drawing.tsx'
import type { PlaceKind } from './place-kind.ts'
import { useBroken } from './use-broken.ts'
import './place-drawing.css'
import './place-picture.css'

export function PlacePicture({ id, kind, image, alt }: { id: string; kind: PlaceKind; image: string | null; alt: string }) {
  // A picture on another website may be gone: the drawing replaces it.
  const { isBroken, watched } = useBroken(image)
  if (image === null || isBroken) return <PlaceDrawing id={id} kind={kind} />
  return <img {...watched} className="place-picture" src={image} alt={alt} loading="lazy" decoding="async" />
}

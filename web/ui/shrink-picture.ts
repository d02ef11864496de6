/** From 0 to 1. On a card no difference is visible, and the file is a tenth of the size. */
const JPEG_QUALITY = 0.85

/**
 * Returns a JPEG data URL whose longest side is at most `maxSide` px, in the same shape. Rejects if the file is not a picture that this
 * browser can read.
 */
export async function shrinkPicture(file: Blob, maxSide: number, quality = JPEG_QUALITY): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('this browser cannot draw')
    // JPEG has no transparency: without a background, transparent parts would turn black.
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', quality)
  } finally {
    picture.close()
  }
}

/** Returns a JPEG data URL of `side` by `side` px. */
export async function pictureOf(drawing: SVGSVGElement, side: number): Promise<string> {
  const whole = drawing.cloneNode(true) as SVGSVGElement
  // An image needs its own size; on the page the style sheet sets it.
  whole.setAttribute('width', String(side))
  whole.setAttribute('height', String(side))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(whole))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw')
  pen.drawImage(image, 0, 0, side, side)
  return canvas.toDataURL('image/jpeg', JPEG_QUALITY)
}

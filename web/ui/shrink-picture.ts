/** How much of a picture's detail is kept, 0 to 1: on a card no difference is seen, and the file is a tenth. */
const JPEG_QUALITY = 0.85

/**
 * A picture file as a JPEG data URL whose longest side is at most `maxSide` px, with its shape kept. Rejects where the file is no
 * picture that this browser can read.
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
    // JPEG knows no transparency; without a ground, what was see-through would turn black.
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', quality)
  } finally {
    picture.close()
  }
}

export type PosterSize = 'A4' | 'A5'

/** Such as `Shetty Silks poster A4.pdf`, without characters that file systems refuse. */
export const posterFileName = (place: string, size: PosterSize): string =>
  `${place
    .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()} poster ${size}.pdf`

/**
 * The side is in px, the body of a picture call in bytes: a JPEG of 800 px is far smaller. No library here: the shopper wing needs this
 * file, too.
 */
export const PICTURE_MAX_SIDE = 800
export const PICTURE_BODY_LIMIT = 3 * 1024 * 1024

/** In bytes. */
export const SOUND_MOST_BYTES = 1_048_576

import { z } from 'zod'

/** How much one tenant or one address may have: the operator's settings, with generous defaults. */
export interface Limits {
  /** Bytes of pictures and sounds that a mall may add in a day. */
  mediaBytesPerMallAndDay: number
  /** Pictures and sounds that a mall may add in a day. */
  mediaFilesPerMallAndDay: number
  /** Malls of one owner's account. */
  mallsPerAccount: number
  shopsPerMall: number
  /** Staff accounts of one mall, including disabled ones. */
  staffPerMall: number
  signUpsPerAddressAndDay: number
}

const MEGABYTE = 1_000_000
/** Counters of one shop. Not a setting: there is no reason to raise it. */
export const COUNTERS_PER_SHOP = 200

const most = (name: string, highest: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number(`${name} must be a number`).int().min(1).max(highest).optional(),
  )

/** The settings of the limits, keyed by the names of their environment variables. */
export const limitSettings = {
  MEDIA_MB_PER_MALL_AND_DAY: most('MEDIA_MB_PER_MALL_AND_DAY', 100_000),
  MEDIA_FILES_PER_MALL_AND_DAY: most('MEDIA_FILES_PER_MALL_AND_DAY', 100_000),
  MALLS_PER_ACCOUNT: most('MALLS_PER_ACCOUNT', 10_000),
  SHOPS_PER_MALL: most('SHOPS_PER_MALL', 2000),
  STAFF_PER_MALL: most('STAFF_PER_MALL', 20_000),
  SIGN_UPS_PER_ADDRESS_AND_DAY: most('SIGN_UPS_PER_ADDRESS_AND_DAY', 1_000_000),
}

/** The limits for production or demo. A demo's are higher: a whole hall of people may try it from one address. */
export function limitsFrom(
  set: { [Name in keyof typeof limitSettings]?: z.output<(typeof limitSettings)[Name]> },
  production: boolean,
): Limits {
  const or = (value: number | undefined, usual: number, demo: number) => value ?? (production ? usual : demo)
  return {
    mediaBytesPerMallAndDay: or(set.MEDIA_MB_PER_MALL_AND_DAY, 20, 500) * MEGABYTE,
    mediaFilesPerMallAndDay: or(set.MEDIA_FILES_PER_MALL_AND_DAY, 200, 5000),
    mallsPerAccount: or(set.MALLS_PER_ACCOUNT, 20, 500),
    shopsPerMall: or(set.SHOPS_PER_MALL, 300, 1000),
    staffPerMall: or(set.STAFF_PER_MALL, 600, 5000),
    signUpsPerAddressAndDay: or(set.SIGN_UPS_PER_ADDRESS_AND_DAY, 20, 100_000),
  }
}

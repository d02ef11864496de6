import { z } from 'zod'

/** The operator's settings: how much one tenant or one address may have. */
export interface Limits {
  /** Media are pictures and sounds. */
  mediaBytesPerMallAndDay: number
  mediaFilesPerMallAndDay: number
  mallsPerAccount: number
  shopsPerMall: number
  /** Disabled accounts count too. */
  staffPerMall: number
  signUpsPerAddressAndDay: number
}

const MEGABYTE = 1_000_000
/** Not a setting: no operator has a reason to raise it. */
export const COUNTERS_PER_SHOP = 200

const most = (name: string, highest: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number(`${name} must be a number`).int().min(1).max(highest).optional(),
  )

export const limitSettings = {
  MEDIA_MB_PER_MALL_AND_DAY: most('MEDIA_MB_PER_MALL_AND_DAY', 100_000),
  MEDIA_FILES_PER_MALL_AND_DAY: most('MEDIA_FILES_PER_MALL_AND_DAY', 100_000),
  MALLS_PER_ACCOUNT: most('MALLS_PER_ACCOUNT', 10_000),
  SHOPS_PER_MALL: most('SHOPS_PER_MALL', 2000),
  STAFF_PER_MALL: most('STAFF_PER_MALL', 20_000),
  SIGN_UPS_PER_ADDRESS_AND_DAY: most('SIGN_UPS_PER_ADDRESS_AND_DAY', 1_000_000),
}

/** A demo's limits are higher: a whole hall of people may try it from one address. */
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

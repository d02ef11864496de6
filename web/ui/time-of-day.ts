/** `18:02` in a mall's time zone, in Latin digits; by this device's own where the mall's is not known yet. */
export const timeOfDay = (at: number, locale: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' }).format(at)

/** `18:02` by this device's clock, in Latin digits. */
export const timeOfDay = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' }).format(at)

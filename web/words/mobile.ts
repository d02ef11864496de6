/** Such as `98201 11847`; a dash if there is none. */
export const groupedMobile = (mobile: string): string => (mobile === '' ? '–' : mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2'))

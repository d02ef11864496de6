/** Browsers inside other apps, and those that rebuild pages on their own servers: a vendor's frame fails in them. */
const inside = /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Messenger|Line\/|; wv\)|Opera Mini|UCBrowser/

/** True if the vendor's page must replace ours, because this browser cannot show it in a frame. */
export const mustLeavePage = (userAgent: string): boolean => inside.test(userAgent)

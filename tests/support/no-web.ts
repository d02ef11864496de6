import type { WebAssets } from '../../server/http/page.ts'

/** Pages without a web: enough for the doors that are no pages. */
export const noWeb: WebAssets = {
  render: async (data) => ({ html: `<main>${data.screen}</main>`, css: '', title: data.screen, lang: data.locale }),
  head: () => '',
  register: async () => {},
}

import type { WebAssets } from '#server/http/pages/page.ts'

/** Bare pages instead of the web app: enough for tests of calls that are not pages. */
export const noWeb: WebAssets = {
  render: async (data) => ({ html: `<main>${data.screen}</main>`, css: '', keepEarly: '', title: data.screen, lang: data.locale }),
  renderPaper: async ({ paper, locale }) => ({
    html: `<main>${JSON.stringify(paper)}</main>`,
    css: '',
    title: `${locale} ${paper?.number ?? 'missing'}`,
  }),
  head: async () => '',
  register: async () => {},
}

import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { inEach, type Locale } from '#contract/base/locale.ts'
import type { PaperPage } from '#contract/payments/paper.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { text as comeBack } from '#web/device/come-back-inline.ts?script'
import { App } from './app.tsx'
import { text as afterPaint } from './inline/after-paint.ts?script'
import { text as keepEarly } from './inline/keep-early.ts?script'
import { text as postEarly } from './inline/post-early.ts?script'
import { firstWorld } from './journey.ts'
import { importsIn } from './late-imports.ts'
import { type Late, type LateParts, later } from './late-parts.ts'
import paperCss from './public-paper/page.css?inline'
import { PublicPaperPage, paperPageTitle } from './public-paper/public-paper.tsx'
import css from './shopper.css?inline'
import { titleOf } from './titles.ts'
import { sayWords } from './words.ts'

async function allIn(locale: Locale): Promise<Late> {
  const imports = importsIn(locale)
  const late = later(imports)
  await Promise.all((Object.keys(imports) as (keyof LateParts)[]).map(late.load))
  return late
}

const says = await inEach(async (locale) => ({
  shopper: await sayWords('shopper', locale),
  late: await allIn(locale),
  receipt: await sayWords('receipt', locale),
}))

/** Scripts that the document itself carries. */
export { afterPaint, comeBack }

/** What the screen shows first needs no further request. */
export function render(data: FirstData): { html: string; css: string; keepEarly: string; title: string; lang: string } {
  const { shopper: say, late } = says[data.locale]
  return {
    html: renderToString(<App data={data} say={say} late={late} />),
    css,
    keepEarly: data.screen === 'token' ? `${keepEarly}\n${postEarly}` : keepEarly,
    title: titleOf(firstWorld(data), say),
    lang: data.locale,
  }
}

export function renderPaper(page: PaperPage): { html: string; css: string; title: string } {
  const { receipt: say } = says[page.locale]
  return {
    html: renderToStaticMarkup(<PublicPaperPage page={page} say={say} />),
    css: paperCss,
    title: paperPageTitle(page, say),
  }
}

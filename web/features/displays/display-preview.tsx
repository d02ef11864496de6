import type { Display } from '#contract/displays/displays.ts'
import { DisplayBanner } from '#web/ui/display-banner.tsx'
import { sayOfDisplay } from '#web/words/display.ts'
import '#web/ui/banner.css'
import './display-preview.css'

/** The caption says whether shoppers already see it like this. */
export function DisplayPreview({ shop, display, isDraft }: { shop: string; display: Omit<Display, 'shopId'>; isDraft: boolean }) {
  return (
    <figure className="display-preview night">
      <DisplayBanner
        name={shop}
        display={display}
        label={sayOfDisplay('displayOf', { shop })}
        alt={display.imageAlt === '' ? sayOfDisplay('pictureOf', { shop }) : display.imageAlt}
        drawn={sayOfDisplay('drawnEntrance')}
      />
      <figcaption>{sayOfDisplay(isDraft ? 'shownDraft' : 'shownNow')}</figcaption>
    </figure>
  )
}

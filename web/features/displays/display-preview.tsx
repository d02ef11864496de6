import type { Display } from '../../../contract/displays.ts'
import { sayOfDisplay as say } from '../../session/display-words.ts'
import { DisplayBanner } from '../../ui/display-banner.tsx'
import '../../ui/banner.css'
import './displays.css'

/** The display as a phone shows it, with a word on whether shoppers see it so already. */
export function DisplayPreview({ shop, display, isDraft }: { shop: string; display: Omit<Display, 'shopId'>; isDraft: boolean }) {
  return (
    <figure className="display-scene night">
      <DisplayBanner
        name={shop}
        display={display}
        label={say('displayOf', { shop })}
        alt={display.imageAlt === '' ? say('pictureOf', { shop }) : display.imageAlt}
        drawn={say('drawnEntrance')}
      />
      <figcaption>{say(isDraft ? 'shownDraft' : 'shownNow')}</figcaption>
    </figure>
  )
}

import { Button } from '@mantine/core'
import { languages } from '#contract/base/locale.ts'
import { changeLanguage } from '#web/session/shopper.ts'
import { otherLocale } from '#web/words/own-locale.ts'

/** The text is in the other language. A press loads the page again. */
export function LanguageSwitch() {
  return (
    <Button variant="subtle" color="gray" className="language" lang={otherLocale} onClick={() => changeLanguage(otherLocale)}>
      {languages[otherLocale].name}
    </Button>
  )
}

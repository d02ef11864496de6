import { Button } from '@mantine/core'
import { changeLanguage } from '#web/session/shopper.ts'
import { otherLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'

/** The text is in the other language. A press loads the page again. */
export function LanguageSwitch() {
  return (
    <Button variant="subtle" color="gray" className="language" lang={otherLocale} onClick={() => changeLanguage(otherLocale)}>
      {say('otherLanguage')}
    </Button>
  )
}

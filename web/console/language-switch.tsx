import { Button } from '@mantine/core'
import { nextLocale } from '#contract/base/locale.ts'
import { changeLanguage } from '#web/session/shopper.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'

/** The link to the other language, written in that language. It loads the page again. */
export function LanguageSwitch() {
  const other = nextLocale(ownLocale)
  return (
    <Button variant="subtle" color="gray" className="language" lang={other} onClick={() => changeLanguage(other)}>
      {say('otherLanguage')}
    </Button>
  )
}

import { Button } from '@mantine/core'
import { useContext } from 'react'
import { nextLocale } from '#contract/base/locale.ts'
import { changeLanguage } from '#web/session/shopper.ts'
import { Words } from '#web/words/words.ts'

/** The link to the other language, written in that language. It loads the page again. */
export function LanguageSwitch() {
  const { say, locale } = useContext(Words)
  const other = nextLocale[locale]
  return (
    <Button variant="subtle" color="gray" className="language" lang={other} onClick={() => changeLanguage(other)}>
      {say('otherLanguage')}
    </Button>
  )
}

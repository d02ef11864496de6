import { Button } from '@mantine/core'
import { useContext } from 'react'
import { rememberLanguage } from '../session/shopper.ts'
import { Words } from '../session/words.ts'

/** The way into the other language, written in that one; the page comes anew in it. */
export function LanguageSwitch() {
  const { say, locale } = useContext(Words)
  const other = locale === 'hi' ? 'en' : 'hi'
  return (
    <Button
      variant="subtle"
      color="gray"
      className="language"
      lang={other}
      onClick={() => {
        rememberLanguage(other)
        window.location.reload()
      }}
    >
      {say('otherLanguage')}
    </Button>
  )
}

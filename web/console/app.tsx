import { Button, MantineProvider, useComputedColorScheme } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import type { Locale } from '#contract/base/locale.ts'
import { Page } from '#web/session/page.ts'
import type { PageData } from '#web/session/page-data.ts'
import { remembers } from '#web/session/session.ts'
import { resolver, theme } from '#web/ui/theme.ts'
import { type ConsoleSay, useSay, Words } from '#web/words/words.ts'
import { nonce } from './nonce.ts'
import { consoleQueries } from './queries.ts'
import { consoleRouter } from './routes.tsx'
import { StatePage } from './state-page.tsx'

/** The whole console: theme, language, cache, messages and the router. */
export function App({ page, words }: { page: PageData; words: { locale: Locale; say: ConsoleSay } }) {
  const [queries] = useState(consoleQueries)
  const [router] = useState(() => (remembers() ? consoleRouter() : null))
  return (
    <Page value={page}>
      <Words value={words}>
        <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          <TokensFollowTheme>
            <QueryClientProvider client={queries}>
              {/* An alert stays at least 6 s; errors stay until they are closed. */}
              <Notifications position="bottom-center" autoClose={8000} limit={4} className="toasts" />
              {router ? <RouterProvider router={router} /> : <SiteDataBlocked />}
            </QueryClientProvider>
          </TokensFollowTheme>
        </MantineProvider>
      </Words>
    </Page>
  )
}

function SiteDataBlocked() {
  const say = useSay()
  return (
    <StatePage title={say('siteDataBlocked')} hint={say('siteDataBlockedHint')}>
      <Button variant="filled" size="md" onClick={() => window.location.reload()}>
        {say('reload')}
      </Button>
    </StatePage>
  )
}

/** Gives the design tokens the theme that Mantine has chosen. */
function TokensFollowTheme({ children }: { children: ReactNode }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
  return children
}

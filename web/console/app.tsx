import { MantineProvider, useComputedColorScheme } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { Page } from '../session/page.ts'
import type { PageData } from '../session/page-data.ts'
import { type ConsoleSay, Words } from '../session/words.ts'
import { resolver, theme } from '../ui/theme.ts'
import { nonce } from './nonce.ts'
import { consoleQueries } from './queries.ts'
import { consoleRouter } from './routes.tsx'

/** The whole console: theme, language, cache, messages and the router. */
export function App({ page, words }: { page: PageData; words: { locale: 'en' | 'hi'; say: ConsoleSay } }) {
  const [queries] = useState(consoleQueries)
  const [router] = useState(consoleRouter)
  return (
    <Page value={page}>
      <Words value={words}>
        <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          <TokensFollowTheme>
            <QueryClientProvider client={queries}>
              {/* An alert stays at least 6 s; errors stay until they are closed. */}
              <Notifications position="bottom-center" autoClose={8000} limit={4} className="toasts" />
              <RouterProvider router={router} />
            </QueryClientProvider>
          </TokensFollowTheme>
        </MantineProvider>
      </Words>
    </Page>
  )
}

/** Keeps the tokens on the theme that Mantine has settled on. */
function TokensFollowTheme({ children }: { children: ReactNode }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
  return children
}

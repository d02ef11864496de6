import { Button, MantineProvider, useComputedColorScheme } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { remembers } from '#web/session/session.ts'
import { resolver, theme } from '#web/ui/theme.ts'
import { say } from '#web/words/words.ts'
import { nonce } from './nonce.ts'
import { consoleQueries } from './queries.ts'
import { consoleRouter } from './routes.tsx'
import { StatePage } from './state-page.tsx'

export function App() {
  const [queries] = useState(consoleQueries)
  const [router] = useState(() => (remembers() ? consoleRouter() : null))
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <TokensFollowTheme>
        <QueryClientProvider client={queries}>
          {/* An alert stays at least 6 s; errors stay until they are closed. */}
          <Notifications position="bottom-center" autoClose={8000} limit={4} className="toasts" />
          {router ? <RouterProvider router={router} /> : <SiteDataBlocked />}
        </QueryClientProvider>
      </TokensFollowTheme>
    </MantineProvider>
  )
}

function SiteDataBlocked() {
  return (
    <StatePage title={say('siteDataBlocked')} hint={say('siteDataBlockedHint')}>
      <Button variant="filled" size="md" onClick={() => window.location.reload()}>
        {say('reload')}
      </Button>
    </StatePage>
  )
}

/** The design tokens follow the theme that Mantine has chosen. */
function TokensFollowTheme({ children }: { children: ReactNode }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
  return children
}

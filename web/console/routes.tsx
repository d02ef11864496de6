import { createBrowserRouter, type RouteObject } from 'react-router'
import { Frame } from './frame.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { ErrorScreen } from './screens/error.tsx'
import { NotFound } from './screens/not-found.tsx'
import { SignedInOnly } from './signed-in-only.tsx'
import type { TitleKey } from './titles.ts'

/** Nothing is shown: the page has already requested the first screen's script. */
const HydrateFallback = () => null

const screen = (path: string, title: TitleKey, load: Parameters<typeof lazyScreen>[0]): RouteObject => ({
  path,
  handle: { title },
  lazy: lazyScreen(load),
  HydrateFallback,
})

/** The screens below `SignedInOnly` lead to `/` without a stored token. */
const routes: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: ErrorScreen,
    HydrateFallback,
    children: [
      screen('/', 'login', () => import('./screens/sign-in.tsx')),
      screen('/forgotpassword', 'forgotPasswordTitle', () => import('./screens/forgot-password.tsx')),
      screen('/version', 'version', () => import('./screens/version.tsx')),
      screen('/health', 'health', () => import('./screens/health.tsx')),
      {
        Component: SignedInOnly,
        children: [
          screen('/account', 'yourAccount', () => import('./screens/account.tsx')),
          screen('/:shopId/counter', 'customers', () => import('./screens/counter.tsx')),
          screen('/:shopId/countdown', 'openCountdown', () => import('./screens/shop-countdown.tsx')),
          screen('/countdown', 'openCountdown', () => import('./screens/countdowns.tsx')),
          screen('/branddashboard', 'mallPickerTitle', () => import('./screens/mall-picker.tsx')),
          screen('/ownerdashboard', 'ownerDashboardTitle', () => import('./screens/owner-dashboard.tsx')),
          screen('/branddashboard2/:mallId', 'mallViewTitle', () => import('./screens/mall-view.tsx')),
          screen('/shop/:mallId', 'shopDetailsTitle', () => import('./screens/shop-details.tsx')),
          screen('/ownerdashboard/audit', 'auditTitle', () => import('./screens/audit.tsx')),
          screen('/shop/:mallId/audit', 'auditTitle', () => import('./screens/audit.tsx')),
          screen('/shop/:mallId/money', 'moneyTitle', () => import('./screens/money.tsx')),
          screen('/shop/:mallId/day', 'dayTitle', () => import('./screens/day.tsx')),
          screen('/qrcode', 'qrTitle', () => import('./screens/qrcode.tsx')),
          screen('/display', 'displayTitle', () => import('./screens/board.tsx')),
          screen('/:shopId/editdisplay', 'editDisplayTitle', () => import('./screens/edit-display.tsx')),
        ],
      },
      { path: '*', handle: { title: 'notFound' satisfies TitleKey }, Component: NotFound },
    ],
  },
]

export const consoleRouter = () => createBrowserRouter(routes)

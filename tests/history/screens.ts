import { onPage } from '#tests/support/browser/on-page.ts'
import { openLive } from '#web/live/socket.ts'
import type { Shown } from './history.ts'

/** Screens that stay open whatever happens, with the browser's own live connection. */
export interface Screens {
  shown: Shown[]
  close(): void
}

export function openScreens(address: string, shops: readonly string[], each: number): Screens {
  const shown: Shown[] = []
  const open = onPage(address, () =>
    shops.flatMap((shopId) =>
      Array.from({ length: each }, (_, i) => {
        const live = openLive()
        const show = ({ seq, waiting }: { seq: number; waiting: number }) => shown.push({ screen: `screen ${i}`, shopId, seq, waiting })
        live.watch({ shopId }, { digest: show, snapshot: ({ digest }) => digest && show(digest) })
        return live
      }),
    ),
  )
  return {
    shown,
    close: () =>
      onPage(address, () => {
        for (const live of open) live.close()
      }),
  }
}

import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from './icon.tsx'

/**
 * The sheet is in the page from the start, closed: a button with its id in `data-opens` opens it, even before this code has loaded. So the
 * page knows whether it is open, and no state does. The browser keeps the focus inside and gives it back.
 */
export function Sheet({
  id,
  title,
  className = '',
  ref,
  onClose,
  children,
}: {
  id: string
  title: string
  className?: string
  ref?: Ref<HTMLDialogElement>
  onClose?: () => void
  children: ReactNode
}) {
  const { say } = useJourney()
  const inside = useRef<HTMLDivElement>(null)
  // The cleanup of a layout effect runs before the dialog leaves the page. Closing it gives the focus back; removal alone does not.
  useLayoutEffect(() => {
    const sheet = inside.current?.closest('dialog')
    return () => sheet?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      id={id}
      className={`sheet-over ${className}`}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onClick={(event) => {
        // A press on the backdrop: the dialog itself has no padding.
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.close()
      }}
      // A press may have opened it before the hydration.
      suppressHydrationWarning
    >
      <div ref={inside} className="sheet-over__in">
        <header>
          <h2 id={`${id}-title`}>{title}</h2>
          <button
            type="button"
            className="round round--plain"
            aria-label={say('close')}
            data-closes=""
            onClick={(event) => doAtOnce(event.currentTarget)}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from './icon.tsx'

/** A sheet over the page, with a title and a way to close it. The browser keeps the focus inside and gives it back. */
export function Sheet({
  title,
  className = '',
  onClose,
  children,
}: {
  title: string
  className?: string
  onClose: () => void
  children: ReactNode
}) {
  const { say } = useJourney()
  const dialog = useRef<HTMLDialogElement>(null)
  // The cleanup of a layout effect runs before the dialog leaves the page. Closing it gives the focus back; removal alone does not.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`sheet-over ${className}`}
      aria-labelledby="sheet-title"
      onClose={onClose}
      onClick={(event) => {
        // A press on the backdrop: the dialog itself has no padding.
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="sheet-over__in">
        <header>
          <h2 id="sheet-title">{title}</h2>
          <button type="button" className="round round--plain" aria-label={say('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

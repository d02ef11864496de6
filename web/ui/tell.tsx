import { Button, Kbd } from '@mantine/core'
import { notifications } from '@mantine/notifications'

export interface Telling {
  text: string
  /** A quieter second part, such as which token it is about. */
  more?: string
  /** The label of the closing cross. */
  close: string
  /** The one thing to do about it, with the key that does the same. */
  act?: { label: string; key?: string; run: () => void }
}

/** How long an alert stays, in ms; the floor is 6 s. */
const STAYS_MS = 8000

/** Says what has happened, on the page, for 8 s or until closed. */
export function tell({ text, more, close, act }: Telling): void {
  const id = notifications.show({
    role: 'alert',
    className: 'toast',
    autoClose: STAYS_MS,
    closeButtonProps: { 'aria-label': close, size: 'lg' },
    message: (
      <span className="toast__line">
        <span>
          <span>{text}</span> {more !== undefined && <span className="toast__more">{more}</span>}
        </span>
        {act && (
          <Button
            className="toast__act"
            size="xs"
            onClick={() => {
              notifications.hide(id)
              act.run()
            }}
            {...(act.key && { rightSection: <Kbd>{act.key}</Kbd> })}
          >
            {act.label}
          </Button>
        )}
      </span>
    ),
  })
}

/** Says what went wrong, until it is closed; the same sentence is shown once. */
export function tellError(text: string, close: string, reason?: string): void {
  const id = `error:${text}`
  const shown = {
    id,
    role: 'alert',
    className: 'toast toast--bad',
    autoClose: false as const,
    closeButtonProps: { 'aria-label': close, size: 'lg' },
    message: (
      <span className="toast__line">
        <span>
          <span>{text}</span>
          {reason !== undefined && reason !== text && <span className="toast__reason">{reason}</span>}
        </span>
      </span>
    ),
  }
  notifications.hide(id)
  notifications.show(shown)
}

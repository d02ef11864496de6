import { Button, Kbd } from '@mantine/core'
import { notifications } from '@mantine/notifications'

export interface Telling {
  /** A later message on the same topic replaces it. */
  topic: string
  text: string
  /** A quieter second part, such as which token it is about. */
  more?: string
  close: string
  /** The one thing that a person can do about it, with the key that does the same. */
  act?: { label: string; key?: string; run: () => void }
}

/** Must be at least 6 s. */
const STAYS_MS = 8000

/** Stays for 8 s or until closed. */
export function tell({ topic, text, more, close, act }: Telling): void {
  const id = newsOf(topic)
  notifications.hide(id)
  notifications.show({
    id,
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
            {...(act.key && { rightSection: <Kbd className="keys-only">{act.key}</Kbd> })}
          >
            {act.label}
          </Button>
        )}
      </span>
    ),
  })
}

/** Stays until it is closed, or until `forgetError` says that it is fixed. There is one at a time per `topic`. */
export function tellError(topic: string, { text, reason, close }: { text: string; reason?: string; close: string }): void {
  forgetError(topic)
  notifications.show({
    id: idOf(topic),
    role: 'alert',
    className: 'toast toast--bad',
    autoClose: false,
    // Errors come before news if both do not fit.
    priority: 1,
    closeButtonProps: { 'aria-label': close, size: 'lg' },
    message: (
      <span className="toast__line">
        <span>
          <span>{text}</span>
          {reason !== undefined && <span className="toast__reason">{reason}</span>}
        </span>
      </span>
    ),
  })
}

/** Call this when what the message says, or offers to do, is not the last thing that happened. */
export const forgetNews = (topic: string): string => notifications.hide(newsOf(topic))

const newsOf = (topic: string) => `news:${topic}`
const idOf = (topic: string) => `error:${topic}`

/** Call this when the action has succeeded or is tried again. */
export const forgetError = (topic: string): string => notifications.hide(idOf(topic))

/** The messages were for a person who has left. */
export function forgetAll(): void {
  notifications.clean()
}

import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Trouble } from './trouble.tsx'

/** The second click of a double-click comes within this time. It was meant for the button that opened the question. */
const EARLY_MS = 500

/** After this time, the closed question has tried to return the focus. */
const FOCUS_MS = 50

/** For an answer that removes the button which opened the question: moves the focus to what is found then. */
export const focusAfterQuestion = (find: () => HTMLElement | null): void => {
  setTimeout(() => find()?.focus(), FOCUS_MS)
}

/** A failure is shown inside, and the question stays open. */
export function Confirm(props: {
  opened: boolean
  title: string
  children: ReactNode
  /** `close` is the label of the closing cross. */
  words: { yes: string; no: string; close: string }
  /** True if yes takes nothing away: its button is then not red. */
  isGood?: boolean
  /** True if the question says why it cannot be done now. */
  barred?: boolean
  busy: boolean
  failure: string | null
  onYes: () => void
  onNo: () => void
}) {
  const { words } = props
  const early = useEarly(props.opened)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onNo}
      title={props.title}
      centered
      closeOnClickOutside={!early}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="ask" data-early={early || undefined}>
        <div>{props.children}</div>
        <Trouble>{props.failure}</Trouble>
        <div className="ask__ways">
          <Button onClick={props.onNo} data-autofocus>
            {words.no}
          </Button>
          <Button
            {...(props.isGood ? { variant: 'filled' } : { className: 'bad' })}
            disabled={props.barred ?? false}
            loading={props.busy}
            onClick={props.onYes}
          >
            {words.yes}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function useEarly(opened: boolean): boolean {
  const [early, setEarly] = useState(true)
  useEffect(() => {
    setEarly(true)
    if (!opened) return
    const timer = setTimeout(() => setEarly(false), EARLY_MS)
    return () => clearTimeout(timer)
  }, [opened])
  return early
}

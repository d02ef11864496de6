import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trouble } from './trouble.tsx'

/** Asks before something that cannot be taken back; a failure is said inside and leaves the question open. */
export function Confirm(props: {
  opened: boolean
  title: string
  children: ReactNode
  /** What the two buttons say, and the label of the closing cross. */
  words: { yes: string; no: string; close: string }
  busy: boolean
  failure: string | null
  onYes: () => void
  onNo: () => void
}) {
  const { words } = props
  return (
    <Modal opened={props.opened} onClose={props.onNo} title={props.title} centered closeButtonProps={{ 'aria-label': words.close }}>
      <div className="ask">
        <div>{props.children}</div>
        <Trouble>{props.failure}</Trouble>
        <div className="ask__ways">
          <Button onClick={props.onNo} data-autofocus>
            {words.no}
          </Button>
          <Button className="bad" loading={props.busy} onClick={props.onYes}>
            {words.yes}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

import { Button, CopyButton, Modal } from '@mantine/core'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** The password cannot be shown again after this closes. */
export function FirstPassword({ shown, close }: { shown: { name: string; password: string } | null; close: () => void }) {
  return (
    <Modal
      opened={shown !== null}
      onClose={close}
      closeOnClickOutside={false}
      title={sayOfPlaces('firstPassword')}
      centered
      closeButtonProps={{ 'aria-label': say('closeMessage') }}
    >
      {shown && (
        <div className="ask">
          <p>{sayOfPlaces('firstPasswordHint', { name: shown.name })}</p>
          <code className="ask__secret">{shown.password}</code>
          <div className="ask__ways">
            <CopyButton value={shown.password}>
              {({ copied, copy }) => (
                <Button leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy} data-autofocus>
                  {sayOfPlaces(copied ? 'copied' : 'copy')}
                </Button>
              )}
            </CopyButton>
            <Button variant="filled" onClick={close}>
              {sayOfPlaces('done')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}

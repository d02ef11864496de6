import { useState } from 'react'
import { usePause } from '#web/data/desk.ts'
import { tell } from '#web/ui/tell.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { failureWords } from '#web/words/failure.ts'
import { say } from '#web/words/words.ts'
import type { PauseDialogProps } from './pause-dialog.tsx'

/** The pause of a shop's queue: the dialog that starts it, and `resume`, which ends it. */
export function usePauseDialog(shopId: string): {
  open: () => void
  resume: () => void
  busy: boolean
  dialog: Pick<PauseDialogProps, 'opened' | 'busy' | 'failure' | 'onPause' | 'onClose'>
} {
  const [opened, setOpened] = useState(false)
  const pause = usePause(shopId, (paused) => {
    setOpened(false)
    tell({ topic: 'pause', text: sayOfDesk(paused === null ? 'queueOpened' : 'queueIsPaused'), close: say('closeMessage') })
  })
  return {
    open: () => {
      pause.reset()
      setOpened(true)
    },
    resume: () =>
      pause.mutate(null, {
        onError: (error) => tell({ topic: 'pause', text: failureWords(error), close: say('closeMessage') }),
      }),
    busy: pause.isPending,
    dialog: {
      opened,
      busy: pause.isPending,
      failure: pause.error && opened ? failureWords(pause.error) : null,
      onPause: (chosen) => pause.mutate(chosen),
      onClose: () => setOpened(false),
    },
  }
}

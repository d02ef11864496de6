import { Button } from '@mantine/core'
import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import { type ToHandBack, useHandBack, useHandBacks } from '#web/data/payments.ts'
import { Confirm, focusAfterQuestion } from '#web/ui/confirm.tsx'
import { SideList, SidePerson } from '#web/ui/side-list.tsx'
import { tell } from '#web/ui/tell.tsx'
import { failureWords } from '#web/words/failure.ts'
import { groupedMobile } from '#web/words/mobile.ts'
import { say } from '#web/words/words.ts'
import './hand-backs.css'

export function HandBacks({ shopId, off }: { shopId: string; off: boolean }) {
  const list = useHandBacks(shopId).data ?? []
  const [asked, setAsked] = useState<ToHandBack | null>(null)
  const [open, setOpen] = useState(false)
  const handBack = useHandBack(shopId, (one, alreadyDone) => {
    setOpen(false)
    // The button that opened the question is gone with its row. The focus goes to the first remaining row's button, else to the desk.
    focusAfterQuestion(() => document.querySelector<HTMLElement>('.hand-backs button') ?? document.querySelector<HTMLElement>('.desk__now'))
    const said = { amount: rupees(one.amountPaise), number: one.number ?? '–' }
    tell({ topic: one.ticketId, text: say(alreadyDone ? 'alreadyHandedBack' : 'handedBack', said), close: say('closeMessage') })
  })
  return (
    <>
      {list.length > 0 && (
        <SideList name="hand-backs" title={say('toHandBack')} count={list.length}>
          {list.map((one) => (
            <li key={one.refundId}>
              <SidePerson number={one.number ?? '–'} name={one.name} mobile={groupedMobile(one.mobile)} />
              <Button
                size="compact-sm"
                className="hand-backs__way num"
                disabled={off}
                aria-label={say('handBackLabel', { amount: rupees(one.amountPaise), name: one.name })}
                onClick={() => {
                  handBack.reset()
                  setAsked(one)
                  setOpen(true)
                }}
              >
                {say('handBackDo', { amount: rupees(one.amountPaise) })}
              </Button>
            </li>
          ))}
        </SideList>
      )}
      <Confirm
        opened={open}
        title={say('handBackAsk')}
        words={{ yes: say('handBackYes'), no: say('handBackNo'), close: say('closeMessage') }}
        busy={handBack.isPending}
        failure={handBack.error ? failureWords(handBack.error) : null}
        onYes={() => asked && handBack.mutate(asked)}
        onNo={() => setOpen(false)}
      >
        {asked && say('handBackHint', { amount: rupees(asked.amountPaise), name: asked.name, number: asked.number ?? '–' })}
      </Confirm>
    </>
  )
}

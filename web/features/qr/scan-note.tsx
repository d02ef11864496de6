import { Badge, Button } from '@mantine/core'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfQr } from '#web/words/qr.ts'
import type { Verdict } from './colours.ts'

const tones = { easy: 'ok', weak: 'warn', fails: 'bad' } as const
const hints = { weak: 'weakHint', fails: 'failsHint', inverted: 'invertedHint', dense: 'denseHint' } as const

/** Says whether the code will scan, and if not, why and what to do. Screen readers announce each change. */
export function ScanNote({ verdict, onSwap }: { verdict: Verdict; onSwap: () => void }) {
  const { mark, why, contrast } = verdict
  return (
    <div className="qr__scan">
      <div className="qr__verdict" role="status">
        <Badge data-tone={tones[mark]} leftSection={<Icon name={mark === 'easy' ? 'check' : 'warning'} />}>
          {sayOfQr(mark)}
        </Badge>{' '}
        <span className="muted num">{sayOfQr('contrast', { ratio: contrast.toFixed(1) })}</span>
        {why !== null && <span className="qr__why">{sayOfQr(hints[why])}</span>}
      </div>
      {why === 'inverted' && (
        <Button leftSection={<Icon name="swap" />} onClick={onSwap}>
          {sayOfQr('swap')}
        </Button>
      )}
    </div>
  )
}

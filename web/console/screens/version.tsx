import { StatePage } from '#web/console/state-page.tsx'
import { useVersion } from '#web/data/product.ts'
import { say } from '#web/words/words.ts'

/** `v` and the running version; `Unknown` if it cannot be read. */
export function Screen() {
  const version = useVersion()
  const known = version.data !== undefined && /^v\d/.test(version.data)
  return (
    <StatePage
      title={<span className="num">{version.isPending ? say('loading') : known ? version.data : say('unknown')}</span>}
      hint={say('versionHint')}
    />
  )
}

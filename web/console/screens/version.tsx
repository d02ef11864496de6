import { useQuery } from '@tanstack/react-query'
import { readPlain } from '../../api/plain.ts'
import { useSay } from '../../session/words.ts'
import { StatePage } from '../state-page.tsx'

/** `v` and the version that runs here; `Unknown` where it cannot be read. */
export function Screen() {
  const say = useSay()
  const version = useQuery({ queryKey: ['version'], queryFn: ({ signal }) => readPlain('/version', signal), retry: false })
  const known = version.data !== undefined && /^v\d/.test(version.data)
  return (
    <StatePage
      title={<span className="num">{version.isPending ? say('loading') : known ? version.data : say('unknown')}</span>}
      hint={say('versionHint')}
    />
  )
}

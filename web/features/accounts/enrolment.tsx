import { useQuery } from '@tanstack/react-query'
import QRCode from 'qrcode'
import { sayOfAccounts } from '#web/words/account.ts'
import './enrolment.css'

export function Enrolment({ secret, url }: { secret: string; url: string }) {
  const code = useQuery({
    queryKey: ['enrolment', url],
    queryFn: () => QRCode.toDataURL(url, { margin: 3, width: 208 }),
    staleTime: Number.POSITIVE_INFINITY,
    // Do not keep the secret in the cache after this closes.
    gcTime: 0,
  })
  return (
    <div className="enrolment">
      {code.data !== undefined && <img src={code.data} width="208" height="208" alt={sayOfAccounts('enrolQr')} />}
      <p>
        {sayOfAccounts('enrolSecret')} <code className="num">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  )
}

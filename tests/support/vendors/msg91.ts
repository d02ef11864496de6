import { createServer } from 'node:http'
import { z } from 'zod'

export interface ReceivedSms {
  authKey: string
  template: string
  /** Ten digits, without the country code. */
  mobile: string
  /** The values of the template by the names of its variables. */
  values: Readonly<Record<string, string>>
}

/** An error may come with status 200. */
export interface Msg91Reply {
  status?: number
  headers?: Readonly<Record<string, string>>
  /** A text is sent as it is, anything else as JSON. */
  body: string | { type: string; message?: string }
}

export interface Msg91 {
  url: string
  close(): Promise<void>
}

const flow = z.object({
  template_id: z.string(),
  short_url: z.literal('0'),
  recipients: z.tuple([z.object({ mobiles: z.string().regex(/^91\d{10}$/) }).catchall(z.string())]),
})

/**
 * A request of another shape than MSG91's is refused as MSG91 does; `answer` replies to all others. An answer that never comes is a silent
 * vendor.
 */
export async function openMsg91(answer: (sms: ReceivedSms) => Msg91Reply | Promise<Msg91Reply>): Promise<Msg91> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { status = 200, headers = {}, body } = await replyTo(request.method, request.url, request.headers.authkey, text)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const replyTo = (method = '', path = '', authKey: string | string[] | undefined, text: string) => {
    if (typeof authKey !== 'string') return { status: 401, body: { type: 'error', message: 'Unauthorized' } }
    if (`${method} ${path}` !== 'POST /api/v5/flow') return { status: 404, body: { type: 'error', message: 'not found' } }
    const read = flow.safeParse(JSON.parse(text))
    if (!read.success) return { status: 400, body: { type: 'error', message: read.error.message } }
    const { mobiles, ...values } = read.data.recipients[0]
    return answer({ authKey, template: read.data.template_id, mobile: mobiles.replace(/^91/, ''), values })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the vendor does not listen on a port')
  return {
    url: `http://127.0.0.1:${at.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

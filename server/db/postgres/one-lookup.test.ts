import { once } from 'node:events'
import { type AddressInfo, createServer, type LookupFunction, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SharingSocket, sharing } from './one-lookup.ts'

/** A name server that answers when the test says so. */
function slowLookup() {
  const asked: { name: string; answer: Parameters<LookupFunction>[2] }[] = []
  const lookup = sharing((name, _options, answer) => asked.push({ name, answer }))
  const heard = vi.fn()
  return { asked, heard, ask: (name: string, family = 0) => lookup(name, { family }, heard) }
}

test('callers who ask during a look-up share its answer; later callers get a new one', () => {
  const { asked, heard, ask } = slowLookup()
  for (let i = 0; i < 80; i += 1) ask('postgres')
  expect(asked).toHaveLength(1)
  asked[0]?.answer(null, '10.0.0.7', 4)
  expect(heard.mock.calls).toEqual(Array.from({ length: 80 }, () => [null, '10.0.0.7', 4]))
  ask('postgres')
  expect(asked).toHaveLength(2)
})

test('a failure reaches all waiting callers and those of the next second; then the name is looked up again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked, heard, ask } = slowLookup()
  for (let i = 0; i < 3; i += 1) ask('postgres')
  const failure = Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' })
  asked[0]?.answer(failure, '', 4)
  expect(heard.mock.calls).toEqual([1, 2, 3].map(() => [failure, '', 4]))
  await vi.advanceTimersByTimeAsync(900)
  ask('postgres')
  await vi.advanceTimersByTimeAsync(0)
  expect([heard.mock.calls.length, asked.length]).toEqual([4, 1])
  await vi.advanceTimersByTimeAsync(200)
  ask('postgres')
  expect(asked).toHaveLength(2)
})

test('another name, or another family, is looked up separately', () => {
  const { asked, ask } = slowLookup()
  ask('postgres')
  ask('replica')
  ask('postgres', 6)
  expect(asked.map(({ name }) => name)).toEqual(['postgres', 'replica', 'postgres'])
})

test('what a connected socket writes in one turn goes to the system in one piece', async () => {
  const server = createServer((other) => void other.pipe(other)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pieces = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')]
  const socket = new SharingSocket()
  onTestFinished(() => {
    socket.destroy()
    server.close()
    for (const piece of pieces) piece.mockRestore()
  })
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const ofUs = () => pieces.flatMap((piece) => piece.mock.contexts).filter((own) => own === socket).length
  for (const text of ['begin', 'select', 'commit']) {
    socket.cork()
    socket.write(text)
    socket.uncork()
    await Promise.resolve()
  }
  expect(String((await once(socket, 'data'))[0])).toBe('beginselectcommit')
  expect(ofUs()).toBe(1)
})

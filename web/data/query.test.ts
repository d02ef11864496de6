import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listMissed, listTickets } from '#contract/desk/calls.ts'
import { answerOf, keyOf, readAgain } from './query.ts'

const of = (shopId: string) => ({ params: { id: shopId } })

/** Which of these keys are stale after a change that names `stale`. */
async function staleOf(stale: Parameters<typeof readAgain>[1]): Promise<boolean[]> {
  const queries = new QueryClient()
  const keys = [keyOf(listTickets, of('cafe')), keyOf(listTickets, of('books'), 'table'), keyOf(listMissed, of('cafe'), 'a', 'b')]
  for (const key of keys) queries.setQueryData(key, [])
  await readAgain(queries, stale)
  return keys.map((key) => queries.getQueryState(key)?.isInvalidated === true)
}

test('the key of an answer is the name of its call and its parameters', () => {
  expect(answerOf(listTickets, of('cafe')).queryKey).toEqual(['GET /api/get-data/:id', { params: { id: 'cafe' } }])
})

test('a change that names a call makes every answer to it stale, and no other', async () => {
  expect(await staleOf([listTickets])).toEqual([true, true, false])
  expect(await staleOf([listTickets, listMissed])).toEqual([true, true, true])
})

test('a change that names a call with its parameters makes only those answers stale, whatever else their keys hold', async () => {
  expect(await staleOf([keyOf(listTickets, of('books'))])).toEqual([false, true, false])
  expect(await staleOf([keyOf(listMissed, of('cafe'))])).toEqual([false, false, true])
})

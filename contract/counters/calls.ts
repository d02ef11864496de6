import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import { name } from '#contract/base/text-shapes.ts'
import { call, managers } from '#contract/call.ts'

const counterName = name(40, 'Please enter a name')
const counter = z.object({ success, id: z.string(), name: z.string(), isOpen: z.boolean() })

export const addCounter = call('POST /api/counters', {
  tag: 'Malls and shops',
  about: 'Adds a counter',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  body: z.object({ shopId: id, name: counterName }),
  answer: counter,
  status: 201,
  refuses: ['shop_not_found', 'is_a_mall', 'name_taken', 'quota_counters'],
})

export const changeCounter = call('PUT /api/counters/:id', {
  tag: 'Malls and shops',
  about: 'Renames, opens or closes a counter',
  by: 'account',
  roles: managers,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ name: counterName.optional(), isOpen: z.boolean().optional() }),
  answer: counter,
  refuses: ['counter_not_found', 'name_taken'],
})

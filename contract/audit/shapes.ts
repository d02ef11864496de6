import { z } from 'zod'
import { instant } from '#contract/base/envelope.ts'
import { pauseReasons } from '#contract/queue/queue.ts'
import { type AuditAction, auditActions, auditGroups } from './audit.ts'

const actions = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  action: z.enum(actions),
  group: z.enum(auditGroups),
  actor: z.object({
    kind: z.enum(['account', 'staff', 'owner', 'superadmin', 'operator', 'stranger']),
    id: z.string().nullable(),
    /** Null if this reader must not see the name, or if the person was not signed in. */
    name: z.string().nullable(),
  }),
  mall: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  subject: z.object({ id: z.string(), name: z.string().nullable() }),
  /** A mark of the network address: equal marks mean the same address. The address itself is not stored. */
  from: z.string().nullable(),
  fields: z.array(z.string()),
  /** Only some of `fields` have their values here. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Only of a pause; `until` is null if it does not end automatically. */
  pause: z.object({ reason: z.enum(pauseReasons).nullable(), until: instant.nullable() }).optional(),
})
export type AuditEntry = z.output<typeof auditEntry>

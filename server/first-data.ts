import { ensureSuperAdministrator } from './accounts/super-administrator.ts'
import { ConfigError } from './config.ts'
import type { Database } from './db/open.ts'
import { waitForTurn } from './db/turn.ts'
import { bringQueueToLife } from './demo/queue-life.ts'
import { seedDemo } from './demo/seed.ts'
import type { Deps } from './deps.ts'

/**
 * Creates the first rows of a database: the demo mall, the operator's super administrator. Nodes that start together take turns, so only
 * one creates them. Throws `ConfigError` if the super administrator's email belongs to an account of another role.
 */
export async function makeFirstData(deps: Deps, database: Database): Promise<void> {
  const release = await waitForTurn(database, 'first-data')
  await makeOnce(deps).finally(release)
}

async function makeOnce(deps: Deps): Promise<void> {
  const { mode, superadmin } = deps.config
  if (mode === 'demo') {
    await seedDemo(deps)
    await bringQueueToLife(deps)
  }
  if (superadmin && !(await ensureSuperAdministrator(deps, superadmin.email, superadmin.password)))
    throw new ConfigError(['SUPERADMIN_EMAIL is the email of an account of another role: use another email for the super administrator'])
}

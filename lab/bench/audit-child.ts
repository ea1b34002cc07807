import { createAppTokens } from '../../api/src/adapters/graph/app-tokens.ts';
import { parseAuditArguments } from '../../api/src/cli/audit/audit-arguments.ts';
import { createProgress } from '../../api/src/cli/audit/progress.ts';
import { runAudit } from '../../api/src/cli/audit/run-audit.ts';
import { farEndOf } from '../../api/src/cli/microsoft.ts';
import type { AuditJob } from './audit-job.ts';
import { measured } from './measured.ts';

/** The simulator takes any application. */
const app = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };

/** An audit as the command makes one, from its arguments to its files. */
async function audit({ simulatorUrl, tenant, out }: AuditJob): Promise<void> {
  const env = { MICROSOFT_CLOUD: 'simulator', SIMULATOR_URL: simulatorUrl };
  const asked = parseAuditArguments(['--tenant', tenant, '--out', out, '--format', 'json,snapshot']);
  if (asked === 'help') throw new Error('It was asked for help alone');
  const farEnd = farEndOf(asked.signIn.cloud, env);
  const tokens = createAppTokens(tenant, app, farEnd.upstream);
  await runAudit({
    asked,
    farEnd,
    signIn: async () => ({ tokens, kind: 'application' }),
    progress: createProgress({ write: () => undefined }),
    say: () => undefined,
    env,
    now: new Date(),
    signal: new AbortController().signal,
  });
}

const result = await measured(() => audit(JSON.parse(process.argv[2] ?? '') as AuditJob));
process.send?.(result, () => process.exit(0));

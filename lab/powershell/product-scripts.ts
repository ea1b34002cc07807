import { scriptHostsOf } from '../../api/src/adapters/graph/script-hosts.ts';
import { remedyScript } from '../../api/src/audit/findings/remedies/scripts/remedy-script.ts';
import { scriptFileName, setUpScript } from '../../api/src/features/tenant-configuration/set-up-script.ts';
import type { Script } from './run-script.ts';

const tenantId = 'aaaaaaaa-0000-4000-8000-000000000001';

/** One of the scripts of remedies: they differ in their data alone. */
const remedyText = remedyScript({
  remedy: { id: 'restrict-guests', title: 'Restrict what guests can read and who invites them' },
  tenant: { tenantId, scannedAt: '2026-11-20T12:00:00.000Z' },
  hosts: scriptHostsOf('commercial'),
  steps: [],
  note: 'What is to be done afterwards.',
});

/** Every script that the product hands out, with ids as they could be. */
export const productScripts: readonly Script[] = [
  { fileName: scriptFileName, text: setUpScript(tenantId, 'bbbbbbbb-0000-4000-8000-000000000002') },
  { fileName: 'restrict-guests.ps1', text: remedyText },
];

import { scriptFileName, setUpScript } from '../../api/src/features/tenant-configuration/set-up-script.ts';
import type { Script } from './run-script.ts';

/** Every script that the product hands out, with ids as they could be. */
export const productScripts: readonly Script[] = [
  {
    fileName: scriptFileName,
    text: setUpScript('aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'),
  },
];

import { writeFileSync } from 'node:fs';
import { remediesPage } from './remedies-page.ts';

writeFileSync(new URL('../../../../docs/remedies.md', import.meta.url), remediesPage());

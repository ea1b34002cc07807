import { writeFileSync } from 'node:fs';
import { apiPage } from './api-page.ts';

writeFileSync(new URL('../../../../docs/api.md', import.meta.url), apiPage());

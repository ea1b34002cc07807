import { writeFileSync } from 'node:fs';
import { questionnairesPage } from './questionnaires-page.ts';

writeFileSync(new URL('../../../../docs/questionnaires.md', import.meta.url), questionnairesPage());

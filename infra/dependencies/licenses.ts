import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dependenciesPage, thirdPartyNotices } from './dependencies-page.ts';

// Writes docs/dependencies.md, or with --notices the notices that go with a release.
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { notices: { type: 'string' } } });
if (values.notices === undefined) writeFileSync(join(root, 'docs/dependencies.md'), dependenciesPage(root));
else writeFileSync(values.notices, thirdPartyNotices(root));

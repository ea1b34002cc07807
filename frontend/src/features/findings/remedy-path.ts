import { uriComponent } from '@tenantry/contract/text';
import { paths } from '../../lib/paths.ts';

/** The list of the open findings that a remedy mends. */
export const remedyPath = (remedyId: string) => `${paths.findings}?status=open&remedy=${uriComponent(remedyId)}`;

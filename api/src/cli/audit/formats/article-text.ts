import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { uriComponent } from '@tenantry/contract/text';
import { remedyOfCheck } from '../../../audit/findings/remedies/remedies.ts';
import type { AuditResult } from '../audit-result.ts';

/** The file of a remedy's article, as a path of the repository. */
export const articleFile = (remedyId: string): string => `frontend/public/help/${uriComponent(remedyId)}.md`;

const texts = new Map<string, string>();

/** The help article of a remedy as it stands in the repository. @throws where there is none, which a test of the catalog holds */
export function articleText(remedyId: string): string {
  const known = texts.get(remedyId);
  if (known !== undefined) return known;
  const path = fileURLToPath(new URL(`../../../../../${articleFile(remedyId)}`, import.meta.url));
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  texts.set(remedyId, text);
  return text;
}

/** The web address of a file of the repository; null where it is not known where that stands. */
export function repositoryAddress({ home, commit }: AuditResult['tool'], path: string): string | null {
  return home ? `${home.replace(/\/$/, '')}/blob/${commit ?? 'main'}/${path}` : null;
}

/** Where the article of a check is read on the web; null where that is not known. */
export function articleAddress(tool: AuditResult['tool'], checkId: string): string | null {
  const remedy = remedyOfCheck(checkId);
  return remedy && repositoryAddress(tool, articleFile(remedy.id));
}

import { truncate } from '@tenantry/contract/text';
/** What came of one published case. `id` names it in docs/disagreements.md. */
export type CaseResult = {
  id: string;
  policy: string;
  agreed: boolean;
  /** Where it does not agree: what was expected and what was said, in one line. */
  reason: string;
};

/** One line, of bounded length. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return truncate(line, 300, '...');
}

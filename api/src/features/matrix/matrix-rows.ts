import type { Parsed } from '@tenantry/contract/endpoint';
import type { getMatrix, MatrixBy } from '@tenantry/contract/matrix';
import { type Category, Severity } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import type { Check } from '../../audit/checks/shared/check.ts';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';

export type MatrixQuery = Parsed<typeof getMatrix.query>;

/** What a row of the matrix is about: its checks, of which there is one where rows are checks. */
export type RowSubject = {
  by: MatrixBy;
  id: string;
  title: string;
  severity: Severity;
  category: Category;
  checks: readonly Check[];
};

const checksById = new Map(catalog.map((check) => [check.id, check]));
const rankOf = (severity: Severity): number => Severity.options.indexOf(severity);

const ofCheck = (check: Check): RowSubject => ({ ...check, by: 'check', checks: [check] });

function ofRemedy({ id, title, checks: checkIds }: (typeof remedies)[number]): RowSubject[] {
  const checks = checkIds.flatMap((checkId) => checksById.get(checkId) ?? []);
  const [gravest] = checks.toSorted((a, b) => rankOf(a.severity) - rankOf(b.severity));
  return gravest ? [{ by: 'remedy', id, title, severity: gravest.severity, category: gravest.category, checks }] : [];
}

const subjects: Readonly<Record<MatrixBy, readonly RowSubject[]>> = {
  check: catalog.map(ofCheck),
  remedy: remedies.flatMap(ofRemedy),
};

/** The row of a check or a remedy; null where this version has none of that id. */
export function rowSubject({
  checkId,
  remedyId,
}: {
  checkId?: string | undefined;
  remedyId?: string | undefined;
}): RowSubject | null {
  return subjects[checkId === undefined ? 'remedy' : 'check'].find(({ id }) => id === (checkId ?? remedyId)) ?? null;
}

/**
 * The rows that fit, the gravest first, and in the order in which results are shown.
 * @param required of a baseline, to which rows are narrowed: a remedy fits where one of its checks does
 */
export function rowSubjects(
  { by, search, category, severity, framework }: MatrixQuery,
  required?: ReadonlySet<string>,
): RowSubject[] {
  const words = search?.toLowerCase() ?? '';
  const inFramework = framework && new Set(frameworkOf(framework).controls.flatMap(({ checkIds }) => checkIds));
  return subjects[by]
    .filter(
      (row) =>
        row.title.toLowerCase().includes(words) &&
        (severity === undefined || row.severity === severity) &&
        (category === undefined || row.checks.some((check) => check.category === category)) &&
        (required === undefined || row.checks.some(({ id }) => required.has(id))) &&
        (inFramework === undefined || row.checks.some(({ id }) => inFramework.has(id))),
    )
    .sort((a, b) => rankOf(a.severity) - rankOf(b.severity));
}

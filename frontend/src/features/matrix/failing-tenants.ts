import type { FailingCause, FailingTenant, MatrixRowDetails } from '@tenantry/contract/matrix';

/** A tenant that fails, with what it fails. */
export type Failing = FailingTenant & Pick<FailingCause, 'checkId' | 'title'>;

/** All that fail of these causes. Of a remedy a tenant may be there several times, once for each check. */
const failingOf = (causes: readonly FailingCause[]): Failing[] =>
  causes.flatMap(({ checkId, title, tenants }) => tenants.map((tenant) => ({ ...tenant, checkId, title })));

/** One of each tenant and piece of work: what is asked for and done once, whatever number of findings it closes. */
function oneOfWork(failing: readonly Failing[]): Failing[] {
  const seen = new Map(failing.toReversed().map((one) => [`${one.tenantId} ${one.work.id}`, one]));
  return failing.filter((one) => seen.get(`${one.tenantId} ${one.work.id}`) === one);
}

/** What can be done for whom. What was resolved by hand asks for nothing until a scan looks. */
export type Doable = {
  /** Their requests wait for a decision. */
  approve: readonly Failing[];
  /** Nothing is asked and nothing done. */
  request: readonly Failing[];
  /** No task of the work is under way. */
  tasks: readonly Failing[];
  /** Every finding by itself. */
  accept: readonly Failing[];
};

export function doableFor(causes: readonly FailingCause[]): Doable {
  const open = failingOf(causes).filter(({ isResolvedByHand }) => !isResolvedByHand);
  const works = oneOfWork(open);
  return {
    approve: works.filter(({ approvalId }) => approvalId !== null),
    request: works.filter(({ approvalId, taskId }) => approvalId === null && taskId === null),
    tasks: works.filter(({ taskId }) => taskId === null),
    accept: open,
  };
}

/** How many tenants there are among them. */
export const tenantCount = (failing: readonly Pick<FailingTenant, 'tenantId'>[]): number =>
  new Set(failing.map(({ tenantId }) => tenantId)).size;

/** '12 tenants fail it, 9 by one cause.' */
export function failingText({ failing, causes }: Pick<MatrixRowDetails, 'failing' | 'causes'>): string {
  const [most] = causes;
  if (most === undefined) return 'No tenant fails it.';
  const fail = failing === 1 ? '1 tenant fails it' : `${failing} tenants fail it`;
  if (causes.length === 1) return failing === 1 ? `${fail}.` : `${fail}, all by one cause.`;
  return `${fail}, ${most.tenants.length} by one cause.`;
}

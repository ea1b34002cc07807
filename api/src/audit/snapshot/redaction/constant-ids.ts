import { knownApplications } from '../../checks/conditional-access/application-groups.ts';
import { privilegedRoles, roleName } from '../../microsoft/privileged-roles.ts';

/** An id as Entra spells it, anywhere in a text. */
export const guidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Access levels of guests, templates of directory settings, Microsoft's applications: the same in every tenant. */
const published = [
  '2af84b1e-32c8-42b7-82bc-daa82404023b',
  '10dae51f-b6af-4016-8d66-8c2a99b929b3',
  'a0b1b346-4d3e-4e8b-98f8-753987be4970',
  '5cf42378-d67d-4f36-ba46-e8b86229381d',
  '62375ab9-6b52-47ed-826b-58e47e0e304b',
  '08d542b9-071f-4e16-94b0-74abb372e3d9',
  '69091246-20e8-4a56-aa4d-066075b2a7a8',
  '00000003-0000-0000-c000-000000000000',
  '00000002-0000-0000-c000-000000000000',
];

const constantIds = new Set(
  [...published, ...knownApplications, ...privilegedRoles.map(({ id }) => id)].map((id) => id.toLowerCase()),
);

/** Microsoft's numbered constants: built-in authentication strengths, security defaults, "no group". */
const numbered = /^0{8}-0{4}-0{4}-0{4}-0{9}[0-9a-f]{3}$/i;

/** Whether an id is the same in every tenant, so that it tells nothing of one. */
export function isConstantId(id: string): boolean {
  const lower = id.toLowerCase();
  return constantIds.has(lower) || numbered.test(lower) || roleName(lower) !== lower;
}

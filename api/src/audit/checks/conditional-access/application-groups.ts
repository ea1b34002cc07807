import type { SignInTerms } from './sign-in-terms.ts';

const azureManagement = '797f4846-ba00-4fd7-ba43-dac1f8f63013';
const exchangeOnline = '00000002-0000-0ff1-ce00-000000000000';
const sharePointOnline = '00000003-0000-0ff1-ce00-000000000000';
const teams = 'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe';
const intuneEnrollment = 'd4ebce55-015a-49b5-a083-c84d1797ae8c';
const azureDevOps = '499b84ac-1321-427f-aa17-267ca6975798';

/**
 * Names that stand for several applications, and what is known of them: "Apps included in Conditional Access Office 365 app
 * suite" and "Target resources: Microsoft Admin Portals" (Microsoft Learn). The first list has names without ids and both
 * change, so that an application that stands in neither column may belong to the group or not.
 */
const groups: Readonly<Record<string, { members: readonly string[]; others: readonly string[] }>> = {
  office365: {
    members: [
      exchangeOnline,
      sharePointOnline,
      teams,
      '00000004-0000-0ff1-ce00-000000000000', // Skype for Business Online
      '00000005-0000-0ff1-ce00-000000000000', // Viva Engage
      '00000006-0000-0ff1-ce00-000000000000', // Microsoft Office 365 Portal
      '00000007-0000-0ff1-ce00-000000000000', // Microsoft Exchange Online Protection
      '4765445b-32c6-49b0-83e6-1d93765276ca', // OfficeHome
      '905fcf26-4eb7-48a0-9ff0-8dcc7194b5ba', // Sway
    ],
    others: [azureManagement, intuneEnrollment, azureDevOps],
  },
  microsoftadminportals: {
    members: [],
    others: [azureManagement, intuneEnrollment, azureDevOps, exchangeOnline, sharePointOnline, teams],
  },
};

const anyOther = 'any other';

export const isApplicationGroup = (name: string): boolean => Object.hasOwn(groups, name);

/**
 * What a sign-in goes to: one application, or a user action such as the registration of sign-in methods. Applications of a
 * list are those that no policy tells apart.
 * @param applications lists of ids, in lower case
 */
export function defineApplications(
  terms: SignInTerms,
  applications: readonly (readonly string[])[],
  actions: readonly string[],
  filters: readonly string[],
): void {
  const key = (ids: readonly string[]): string => `app ${ids[0] ?? ''}`;
  const { values } = terms.dimension('application', [...applications.map(key), ...actions], anyOther);
  const literalOf = (name: string) => values.get(name) ?? terms.never;
  for (const ids of applications) {
    const literal = literalOf(key(ids));
    terms.name(
      literal,
      ids.map((id) => `app:${id}`),
    );
    for (const id of ids) terms.define(`app:${id}`, [literal]);
  }
  for (const action of actions) {
    terms.define(action, [literalOf(action)]);
    terms.name(literalOf(action), [action]);
  }
  for (const [group, { members, others }] of Object.entries(groups)) {
    const belongs = terms.free();
    terms.define(`app:${group}`, [belongs]);
    terms.name(belongs, [`app:${group}`]);
    const isMember = (ids: readonly string[]) => members.includes(ids[0] ?? '');
    const isOther = (ids: readonly string[]) => others.includes(ids[0] ?? '');
    for (const ids of applications.filter(isMember)) terms.implies([literalOf(key(ids))], belongs);
    for (const ids of applications.filter(isOther)) terms.implies([literalOf(key(ids))], -belongs);
    for (const action of actions) terms.implies([literalOf(action)], -belongs);
  }
  for (const filter of filters) {
    const matches = terms.free();
    terms.define(filter, [matches]);
    terms.name(matches, [filter]);
    for (const action of actions) terms.implies([literalOf(action)], -matches);
  }
}

/** Applications of which something is known, and which checks ask about: they are never taken for one with others. */
export const knownApplications: readonly string[] = [
  ...new Set(Object.values(groups).flatMap(({ members, others }) => [...members, ...others])),
];

/**
 * Whether an application (lower-case id) belongs to a name that stands for several; null where that is not known, undefined where the
 * name is of one application.
 */
export function groupTruth(name: string, application: string | null): boolean | null | undefined {
  const group = isApplicationGroup(name) ? groups[name] : undefined;
  if (group === undefined) return undefined;
  if (application === null) return null;
  if (group.members.includes(application)) return true;
  return group.others.includes(application) ? false : null;
}

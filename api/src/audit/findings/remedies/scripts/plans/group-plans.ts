import { uriComponent } from '@tenantry/contract/text';
import { affectedAtScan } from '../affected-at-scan.ts';
import { update } from '../plan-settings.ts';
import type { RemedyPlan, RemedyStep } from '../remedy-plan.ts';

const read = 'GroupMember.Read.All';
const write = 'Group.ReadWrite.All';

/** A group that fills itself needs Microsoft Entra ID P1 (learn.microsoft.com/entra, "Rules for dynamic membership groups"). */
const guestGroup: RemedyStep = {
  kind: 'create',
  method: 'POST',
  title: 'The group “All guests” is made, which fills itself',
  closes: ['guest.dynamic.group'],
  path: '/groups',
  key: 'displayName',
  isSearched: true,
  set: {
    displayName: 'All guests',
    mailEnabled: false,
    mailNickname: 'all-guests',
    securityEnabled: true,
    groupTypes: ['DynamicMembership'],
    membershipRule: '(user.userType -eq "Guest")',
    membershipRuleProcessingState: 'On',
  },
  reads: [read],
  writes: [write],
  undoes: [write],
};

/** Public groups of the finding become private (learn.microsoft.com/graph/api/group-update: visibility); members stay members. */
export const manageGroups: RemedyPlan = (tenant) => [
  ...affectedAtScan(tenant, ['group.public'], 'group').map(({ id, name, closes }) => ({
    ...update({
      title: `The group “${name}” is private`,
      closes,
      path: `/groups/${uriComponent(id)}`,
      method: 'PATCH',
      set: { visibility: 'Private' },
      seen: { visibility: 'Public' },
      object: id,
      read,
      write: [write],
    }),
    caution: 'Whoever reads it without being a member no longer does; owners let people in.',
  })),
  ...(tenant.open.has('guest.dynamic.group') && !tenant.lacksEntraP1 ? [guestGroup] : []),
];

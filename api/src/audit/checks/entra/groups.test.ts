import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const groupTemplate = '62375ab9-6b52-47ed-826b-58e47e0e304b';
const set = (templateId: string, values: JsonObject): JsonObject => ({
  groupSettings: [{ templateId, values: Object.entries(values).map(([name, value]) => ({ name, value })) }],
});
const group = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  displayName: `Group ${id}`,
  groupTypes: ['Unified'],
  ...more,
});

verdictTable('group.create.m365', [
  {
    when: 'nothing was changed',
    snapshot: { groupSettings: [] },
    says: 'fail',
    message: 'Every user can create',
    evidence: ["groupSettings: EnableGroupCreation = true (Microsoft's default)"],
  },
  {
    when: 'it is neither',
    snapshot: set(groupTemplate, { EnableGroupCreation: 'maybe' }),
    says: 'couldNotCheck',
    message: 'not known … Microsoft 365 groups',
    evidence: ['groupSettings: EnableGroupCreation = maybe'],
  },
]);

verdictTable('group.public', [
  {
    when: 'one does not tell',
    snapshot: { groups: [group('a', { visibility: 'Private' }), group('b')] },
    says: 'couldNotCheck',
    message: 'does not say … 1 Microsoft 365 group',
    evidence: ['groups: 0 of 2 … not private'],
  },
  {
    when: 'one is public, one does not tell',
    snapshot: { groups: [group('a', { visibility: 'Public' }), group('b')] },
    says: 'fail',
    message: 'can read 1 Microsoft 365 group',
    evidence: ['groups: 1 of 2 … not private'],
    affected: ['group a: Group a'],
  },
]);

verdictTable('guest.dynamic.group', [
  {
    when: 'a rule is not reported',
    snapshot: { groups: [{ id: 'a', groupTypes: ['DynamicMembership'] }] },
    says: 'couldNotCheck',
    message: 'membership rule of 1 group',
    evidence: ['groups: 1 groups, none …'],
  },
  {
    when: 'a rule is about something else',
    snapshot: { groups: [{ id: 'a', groupTypes: ['DynamicMembership'], membershipRule: 'user.city -eq "Leeds"' }] },
    says: 'warning',
    message: 'No dynamic group',
    evidence: ['groups: 1 groups, none …'],
  },
  {
    when: 'a rule holds guests',
    snapshot: {
      groups: [{ id: 'a', groupTypes: ['DynamicMembership'], membershipRule: '(user.userType -eq "Guest")' }],
    },
    says: 'pass',
    message: 'A dynamic group',
    evidence: ['groups: … userType Guest'],
  },
]);

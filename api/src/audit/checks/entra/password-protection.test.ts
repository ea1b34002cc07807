import type { JsonObject } from '../../facts/json-reader.ts';
import { hybrid } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const passwordTemplate = '5cf42378-d67d-4f36-ba46-e8b86229381d';
const groupTemplate = '62375ab9-6b52-47ed-826b-58e47e0e304b';
const set = (templateId: string, values: JsonObject): JsonObject => ({
  groupSettings: [{ templateId, values: Object.entries(values).map(([name, value]) => ({ name, value })) }],
});
const onPrem = (on: string, mode: string): JsonObject =>
  set(passwordTemplate, { EnableBannedPasswordCheckOnPremises: on, BannedPasswordCheckOnPremisesMode: mode });

verdictTable('user.lockout.threshold', [
  {
    when: 'it is eleven',
    snapshot: set(passwordTemplate, { LockoutThreshold: '11' }),
    says: 'fail',
    message: 'many failed sign-ins (11)',
    evidence: ['groupSettings: LockoutThreshold = 11'],
  },
  {
    when: 'it is nought',
    snapshot: set(passwordTemplate, { LockoutThreshold: '0' }),
    says: 'fail',
    message: 'many failed sign-ins (0)',
    evidence: ['groupSettings: LockoutThreshold = 0'],
  },
  {
    when: 'it is one',
    snapshot: set(passwordTemplate, { LockoutThreshold: ' 1 ' }),
    says: 'pass',
    message: 'few failed sign-ins (1)',
    evidence: ['groupSettings: LockoutThreshold =  1 '],
  },
  {
    when: 'it is no number',
    snapshot: set(passwordTemplate, { LockoutThreshold: 'x10' }),
    says: 'couldNotCheck',
    message: 'LockoutThreshold is not a number',
    evidence: ['groupSettings: LockoutThreshold = x10'],
  },
  {
    when: 'it stands in another template',
    snapshot: set(groupTemplate, { LockoutThreshold: '99' }),
    says: 'pass',
    message: 'few failed sign-ins (10)',
    evidence: ["groupSettings: LockoutThreshold = 10 (Microsoft's default)"],
  },
  {
    when: 'a setting has no value',
    snapshot: { groupSettings: [{ templateId: passwordTemplate, values: [{ name: 'LockoutThreshold' }] }] },
    says: 'couldNotCheck',
    message: 'response … directory settings',
  },
  {
    when: 'a setting has no name',
    snapshot: { groupSettings: [{ templateId: passwordTemplate, values: [{ value: '5' }] }] },
    says: 'couldNotCheck',
    message: 'response … directory settings',
  },
  {
    when: 'another template is not readable',
    snapshot: { groupSettings: [{ templateId: groupTemplate }] },
    says: 'pass',
    message: 'few failed sign-ins (10)',
    evidence: ["groupSettings: LockoutThreshold = 10 (Microsoft's default)"],
  },
]);

verdictTable('user.lockout.duration', [
  {
    when: 'nothing was changed',
    snapshot: { groupSettings: [] },
    says: 'pass',
    message: '(60)',
    evidence: ["groupSettings: LockoutDurationInSeconds = 60 (Microsoft's default)"],
  },
  {
    when: 'it is 59 seconds',
    snapshot: set(passwordTemplate, { LockoutDurationInSeconds: '59' }),
    says: 'fail',
    message: 'too soon … (59)',
    evidence: ['groupSettings: LockoutDurationInSeconds = 59'],
  },
]);

verdictTable('user.pwd.banned', [
  {
    when: 'nothing was changed',
    snapshot: { groupSettings: [] },
    says: 'fail',
    message: 'No custom banned password list is enforced.',
    evidence: ['groupSettings: EnableBannedPasswordCheck = not set, 0 banned words'],
  },
  {
    when: 'the list is off',
    snapshot: set(passwordTemplate, { EnableBannedPasswordCheck: 'False', BannedPasswordList: 'contoso' }),
    says: 'fail',
    message: 'No custom banned password list is enforced.',
    evidence: ['groupSettings: EnableBannedPasswordCheck = False, 1 banned word'],
  },
  {
    when: 'the list is empty',
    snapshot: set(passwordTemplate, { EnableBannedPasswordCheck: 'True', BannedPasswordList: '' }),
    says: 'fail',
    message: 'No custom banned password list is enforced.',
    evidence: ['groupSettings: EnableBannedPasswordCheck = True, 0 banned words'],
  },
  {
    when: 'two words are banned',
    snapshot: set(passwordTemplate, { EnableBannedPasswordCheck: 'true', BannedPasswordList: 'contoso, leeds\t' }),
    says: 'pass',
    message: '2 words',
    evidence: ['groupSettings: EnableBannedPasswordCheck = true, 2 banned words'],
  },
  {
    when: 'the switch is neither true nor false',
    snapshot: set(passwordTemplate, { EnableBannedPasswordCheck: 'trueish', BannedPasswordList: 'contoso' }),
    says: 'couldNotCheck',
    message: 'not known',
    evidence: ['groupSettings: EnableBannedPasswordCheck = trueish, 1 banned word'],
  },
  {
    when: 'the switch is almost false',
    snapshot: set(passwordTemplate, { EnableBannedPasswordCheck: 'not false', BannedPasswordList: 'contoso' }),
    says: 'couldNotCheck',
    message: 'not known',
    evidence: ['groupSettings: EnableBannedPasswordCheck = not false, 1 banned word'],
  },
]);

verdictTable('user.pwd.onpremises', [
  {
    when: 'no directory is connected',
    snapshot: { ...hybrid(null), ...onPrem('True', 'Enforce') },
    says: 'notApplicable',
    message: 'No on-premises directory',
    evidence: ['organization: onPremisesSyncEnabled is not true'],
  },
  {
    when: 'it is enforced',
    snapshot: { ...hybrid(true), ...onPrem('True', 'Enforced') },
    says: 'pass',
    message: 'Weak passwords are refused',
    evidence: ['groupSettings: EnableBannedPasswordCheckOnPremises = True, mode = Enforced'],
  },
  {
    when: 'it is off, and the connection is not known',
    snapshot: onPrem('False', 'Enforce'),
    says: 'couldNotCheck',
    message: 'not collected: organization profile',
    recommendation: 'Run a scan',
  },
  {
    when: 'nothing was changed',
    snapshot: { ...hybrid(true), groupSettings: [] },
    says: 'fail',
    message: 'Weak passwords are not refused',
    evidence: ['groupSettings: EnableBannedPasswordCheckOnPremises = not set, mode = not set'],
  },
  {
    when: 'the mode is missing',
    snapshot: { ...hybrid(true), ...set(passwordTemplate, { EnableBannedPasswordCheckOnPremises: 'True' }) },
    says: 'fail',
    message: 'Weak passwords are not refused',
    evidence: ['groupSettings: EnableBannedPasswordCheckOnPremises = True, mode = not set'],
  },
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const member = (allowed: unknown): JsonObject => ({
  deviceRegistrationPolicy: { azureADJoin: { allowedToJoin: allowed } },
});

verdictTable('device.join', [
  {
    when: 'everybody may',
    snapshot: member({ '@odata.type': '#microsoft.graph.allDeviceRegistrationMembership' }),
    says: 'fail',
    message: 'Every user',
    evidence: [
      'deviceRegistrationPolicy: azureADJoin.allowedToJoin = #microsoft.graph.alldeviceregistrationmembership',
    ],
  },
  {
    when: 'it is not told',
    snapshot: member(null),
    says: 'couldNotCheck',
    message: 'response … setting for devices',
    evidence: ['deviceRegistrationPolicy: azureADJoin.allowedToJoin = not reported'],
  },
]);

verdictTable('device.quota', [
  {
    when: 'it is not told',
    snapshot: { deviceRegistrationPolicy: {} },
    says: 'couldNotCheck',
    message: 'response … device limit',
    evidence: ['deviceRegistrationPolicy: userDeviceQuota = not reported'],
  },
  {
    when: 'it is eleven',
    snapshot: { deviceRegistrationPolicy: { userDeviceQuota: 11 } },
    says: 'fail',
    message: '11 devices … 10',
    evidence: ['deviceRegistrationPolicy: userDeviceQuota = 11'],
  },
]);

verdictTable('device.laps', [
  {
    when: 'it is not told',
    snapshot: { deviceRegistrationPolicy: {} },
    says: 'couldNotCheck',
    message: 'response … setting for devices',
    evidence: ['deviceRegistrationPolicy: localAdminPassword.isEnabled = not reported'],
  },
]);

verdictTable('device.admins.global', [
  {
    when: 'they become administrators',
    snapshot: { deviceRegistrationPolicy: { azureADJoin: { localAdmins: { enableGlobalAdmins: true } } } },
    says: 'fail',
    message: 'Global Administrators become local administrators',
    evidence: ['deviceRegistrationPolicy: azureADJoin.localAdmins.enableGlobalAdmins = true'],
  },
]);

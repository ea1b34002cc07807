import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';

const member = (allowed: unknown): JsonObject => ({
  deviceRegistrationPolicy: { azureADJoin: { allowedToJoin: allowed } },
});

saysExactly('device.join', [
  {
    when: 'everybody may',
    snapshot: member({ '@odata.type': '#microsoft.graph.allDeviceRegistrationMembership' }),
    says: 'fail',
    message: 'Every user can join devices.',
    evidence: [
      'deviceRegistrationPolicy: azureADJoin.allowedToJoin = #microsoft.graph.alldeviceregistrationmembership',
    ],
  },
  {
    when: 'it is not told',
    snapshot: member(null),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry this setting for devices.",
    evidence: ['deviceRegistrationPolicy: azureADJoin.allowedToJoin = not told'],
  },
]);

saysExactly('device.quota', [
  {
    when: 'it is not told',
    snapshot: { deviceRegistrationPolicy: {} },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the limit of devices.",
    evidence: ['deviceRegistrationPolicy: userDeviceQuota = not told'],
  },
  {
    when: 'it is eleven',
    snapshot: { deviceRegistrationPolicy: { userDeviceQuota: 11 } },
    says: 'fail',
    message: "A user can join 11 devices; 20 or fewer are Microsoft's range, 10 are advised.",
    evidence: ['deviceRegistrationPolicy: userDeviceQuota = 11'],
  },
]);

saysExactly('device.laps', [
  {
    when: 'it is not told',
    snapshot: { deviceRegistrationPolicy: {} },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry this setting for devices.",
    evidence: ['deviceRegistrationPolicy: localAdminPassword.isEnabled = not told'],
  },
]);

saysExactly('device.admins.global', [
  {
    when: 'they become administrators',
    snapshot: { deviceRegistrationPolicy: { azureADJoin: { localAdmins: { enableGlobalAdmins: true } } } },
    says: 'fail',
    message: 'Global Administrators become local administrators of every joined device.',
    evidence: ['deviceRegistrationPolicy: azureADJoin.localAdmins.enableGlobalAdmins = true'],
  },
]);

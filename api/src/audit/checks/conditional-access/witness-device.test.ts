import { expect, test } from 'vitest';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const escaping = (value: string) => {
  const deviceFilter = { mode: 'exclude', rule: `device.model -eq "${value}"` };
  return verdictFor('ca.mfa.all', {
    users: [{ id: 'u', userPrincipalName: 'u@example.com', userType: 'Member', accountEnabled: true }],
    securityDefaults: { isEnabled: false },
    conditionalAccessPolicies: [policy({ conditions: { devices: { deviceFilter } } })],
  }).witness;
};

test('attributes of a device can be read, and one with hidden characters is not asked as another one', () => {
  const plain = escaping('kiosk');
  expect(plain).toMatchObject({ device: { attributes: { model: 'kiosk' } } });
  expect(plain?.open).toBeUndefined();
  const hidden = escaping('kio\u202esk\u0000');
  expect(hidden?.device.attributes.model).toBe('kiosk ');
  expect(hidden?.open).toEqual(['its model has characters that cannot be shown']);
  expect(hidden && whatIfQuestion(hidden).request).toBeNull();
});

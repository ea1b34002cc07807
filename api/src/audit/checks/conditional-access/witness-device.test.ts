import { expect, test } from 'vitest';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const escaping = (rule: string) => {
  const deviceFilter = { mode: 'exclude', rule };
  return verdictFor('ca.mfa.all', {
    users: [{ id: 'u', userPrincipalName: 'u@example.com', userType: 'Member', accountEnabled: true }],
    securityDefaults: { isEnabled: false },
    conditionalAccessPolicies: [policy({ conditions: { devices: { deviceFilter } } })],
  }).witness;
};

test('attributes of a device can be read, and one with hidden characters is not asked as another one', () => {
  const plain = escaping('device.model -eq "kiosk"');
  expect(plain).toMatchObject({ device: { attributes: { model: 'kiosk' } } });
  expect(plain?.open).toBeUndefined();
  const hidden = escaping('device.model -eq "kio\u202esk\u0000"');
  expect(hidden?.device.attributes.model).toBe('kiosk ');
  expect(hidden?.open).toEqual(['its model has characters that cannot be shown']);
  expect(hidden && whatIfQuestion(hidden).request).toBeNull();
});

const without = (...parts: string[]): string =>
  parts.map((part) => ` -and device.model -notContains "${part}"`).join('');

test('a value that no filter names has none of the texts that filters rule out', () => {
  for (const part of ['o', 'an', 'e', 'l']) {
    const found = escaping(`device.model -ne null${without(part)}`);
    expect(found?.device.attributes.model, part).not.toContain(part);
    expect(found?.device.attributes.model, part).toBeDefined();
    expect(found?.open, part).toBeUndefined();
  }
  const none = escaping(`device.model -ne null${without('a', 'e', 'i', 'l', 'x', 'z', '0', '7', '~')}`);
  expect(none?.open).toEqual(['which value of its model has just the texts that filters ask for is not known']);
  expect(none && whatIfQuestion(none).request).toBeNull();
});

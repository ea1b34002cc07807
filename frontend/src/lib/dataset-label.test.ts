import { expect, test } from 'vitest';
import { datasetLabel } from './dataset-label.ts';

test('a dataset is named in words', () => {
  expect(['conditionalAccessPolicies', 'users', 'dns', 'mfaRegistration2024'].map(datasetLabel)).toEqual([
    'Conditional access policies',
    'Users',
    'DNS records',
    'Mfa registration2024',
  ]);
});

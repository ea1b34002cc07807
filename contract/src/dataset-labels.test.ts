import { expect, test } from 'vitest';
import { datasetLabel } from './dataset-labels.ts';

test('a dataset is named in words', () => {
  expect(['conditionalAccessPolicies', 'users', 'dns', 'mfaRegistration2024'].map(datasetLabel)).toEqual([
    'Conditional Access policies',
    'Users',
    'DNS records',
    'MFA registration2024',
  ]);
});

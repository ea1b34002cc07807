import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, groupOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const one = finding(contoso, 'one');
const two = finding(contoso, 'two');

test('the dashboard begins with the work with which the findings begin, and says what costs nothing', async () => {
  const remedy = { id: 'require-mfa', title: 'Turn on security defaults' };
  const free = groupOf('require-mfa', [one, two], { remedy, freeSwitch: { kind: 'securityDefaults', score: 32 } });
  const license = groupOf('x', [two], { remedy: null, needsLicense: 'Microsoft Entra ID P1' });
  const groups = [free, license, groupOf('dmarc-record', [one]), groupOf('spf-record', [two])];
  renderApp(
    '/dashboard',
    signedInServer('admin').on('GET /api/findings/groups', () =>
      json({ groups, score: 19, scoreUnknownBecause: null, gainUnknownBecause: null }),
    ),
  );
  const list = await screen.findByRole('list', { name: 'First to do' }, { timeout: 5000 });
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(/Turn on security defaults.*Closes 2 findings, \+12\.4 points, free: score 32 with it on/);
  expect(texts[1]).toMatch(/Get Microsoft Entra ID P1.*Closes 1 finding, \+12\.4 points$/);
});

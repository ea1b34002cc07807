import type { RemedySetting } from '@tenantry/contract/remedy-scripts';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const setting: RemedySetting = {
  remedyId: 'require-mfa',
  title: 'Require MFA for every sign-in',
  by: 'graph',
  module: null,
  portal: 'Microsoft Entra admin center > Entra ID > Conditional Access > Policies',
  left: null,
  script: {
    fileName: 'require-mfa.ps1',
    text: '#requires -Version 7.2',
    steps: [
      {
        title: 'The policy is switched on',
        call: 'PATCH /identity/conditionalAccess/policies/p1',
        caution: 'Look first',
        turnOn: 'p1',
      },
    ],
    reads: ['Policy.Read.All'],
    writes: ['Policy.Read.All', 'Policy.ReadWrite.ConditionalAccess'],
    note: 'New policies enter report-only.',
    scannedAt: '2026-11-20T12:00:00.000Z',
  },
  because: null,
  isSimulated: true,
};

const mfa = finding(contoso, 'mfa');
const remedy = { id: 'require-mfa', title: 'Require MFA for every sign-in' };
const path = `/api/tenant/${contoso.id}/remedies/require-mfa/script`;
const serverWith = (answer: RemedySetting, role: 'viewer' | 'technician' = 'technician') =>
  signedInServer(role)
    .on('GET /api/graph/findings', () => json(listOf([mfa])))
    .on(`GET /api/findings/${mfa.id}`, () => json({ ...detailsOf(mfa), remedy }))
    .on(`GET ${path}`, () => json(answer));

describe('the script on a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is asked for by a click, and says what it does, what it asks for, and how to turn it on', async () => {
    const server = serverWith(setting);
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    const button = await screen.findByRole('button', { name: 'Get a script', hidden: true });
    expect(server.requestsTo(path)).toEqual([]);
    await user.click(button);
    await screen.findByText(/^A PowerShell 7 script, from the scan of/);
    expect(screen.getByText('-TurnOn p1')).toBeDefined();
    expect(screen.getByText(/^It asks Microsoft for Policy\.Read\.All to look, and for .*ConditionalAccess to change/));
    expect(screen.getByText('New policies enter report-only.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download script', hidden: true })).toBeDefined();
    expect(server.requestsTo(path)).toHaveLength(1);
  });

  test('that is not there leads to the portal', async () => {
    const without: RemedySetting = {
      ...setting,
      by: 'module',
      module: 'Exchange Online PowerShell',
      script: null,
      because: 'There is no script for this remedy.',
    };
    const { user } = renderApp('/findings', serverWith(without));
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await user.click(await screen.findByRole('button', { name: 'Get a script', hidden: true }));
    await screen.findByText(/This is set by Exchange Online PowerShell\./);
    expect(screen.getByText(`By hand: ${setting.portal}`)).toBeDefined();
  });

  test('is not offered to a viewer', async () => {
    const { user } = renderApp('/findings', serverWith(setting, 'viewer'));
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await screen.findByText('No policy requires MFA');
    expect(screen.queryByRole('button', { name: 'Get a script', hidden: true })).toBeNull();
  });
});

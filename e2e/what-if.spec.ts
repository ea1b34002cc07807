import type { Approval } from '@tenantry/contract/approvals';
import type { WhatIfDraft } from '@tenantry/contract/what-if';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;
const address = `/what-if?tenantId=${weak.id}`;
const pilot = 'MFA for all users (pilot)';

test('the report-only policy turned on in a draft closes findings and says who is asked', { tag: '@what-if' }, async ({
  page,
}) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'What-If' })).toBeVisible();
  await page.getByRole('combobox', { name: `State of ${pilot}` }).selectOption('On');
  await page.getByRole('button', { name: 'Show what changes' }).click();
  const figures = page.getByRole('region', { name: 'Forecast in figures' });
  await expect(figures.getByRole('group', { name: 'Audit score' })).toContainText(/\+\d/);
  await expect(figures.getByRole('group', { name: 'Findings closed' })).toContainText(/[1-9]/);
  await expect(page.getByRole('region', { name: 'Who would notice' })).toContainText('Newly asked for MFA');
  await expect(page.getByRole('table', { name: 'Checks that change' })).toContainText('Closes');
  expect(await violations(page)).toEqual([]);
  for (const [width, theme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    const folder = process.env.WHAT_IF_PICTURES;
    if (folder === undefined) break;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: `${folder}/what-if-${width}-${theme}.png`, fullPage: true });
  }
});

test('a template is added, edited and taken away; pasted JSON that is none says what to do', {
  tag: '@what-if',
}, async ({ page }) => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Add a template' }).click();
  const template = page.getByRole('dialog', { name: 'Add a template' });
  await template.getByRole('combobox', { name: 'Template' }).selectOption('Block device code flow');
  await expect(template).toContainText('Before it is turned on');
  expect(await violations(page)).toEqual([]);
  await template.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByRole('button', { name: 'Edit Block device code flow' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Block device code flow' });
  await edit.getByRole('textbox', { name: 'Excluded' }).fill('group: Nobody knows it');
  await edit.getByRole('button', { name: 'Apply to draft' }).click();
  await expect(edit).toContainText('There is no group called "Nobody knows it"');
  await edit.getByRole('textbox', { name: 'Excluded' }).fill('group: Scanners and line printers');
  expect(await violations(page)).toEqual([]);
  await edit.getByRole('button', { name: 'Apply to draft' }).click();
  await expect(page.getByRole('list', { name: 'Policies of the draft' })).toContainText(
    'All users except group: Scanners and line printers',
  );
  await page.getByRole('button', { name: 'Delete Block device code flow from the draft' }).click();
  await page.getByRole('button', { name: 'Paste JSON' }).click();
  const paste = page.getByRole('dialog', { name: 'Paste policies' });
  await paste.getByRole('textbox', { name: 'JSON of Microsoft Graph' }).fill('{"displayName": "x"}');
  await paste.getByRole('button', { name: 'Add to draft' }).click();
  await expect(paste).toContainText('it has no "conditions"');
});

test('a draft is saved once and proposed once, and its approval says what to do', { tag: '@what-if' }, async ({
  page,
  api,
}) => {
  await page.goto(address);
  await page.getByRole('combobox', { name: `State of ${pilot}` }).selectOption('On');
  await page.getByRole('button', { name: 'Save as new draft' }).click();
  const naming = page.getByRole('dialog', { name: 'Save as new draft' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('MFA for everybody');
  await clickTwice(naming.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('button', { name: 'Propose MFA for everybody' }).click();
  const proposing = page.getByRole('dialog', { name: 'Propose MFA for everybody' });
  await proposing.getByRole('textbox', { name: 'Reason' }).fill('The pilot went well for two months.');
  await clickTwice(proposing.getByRole('button', { name: 'Request approval' }));
  await expect(page.getByRole('table', { name: 'Saved drafts' })).toContainText('Waits for approval');
  const drafts = await api.get<{ items: WhatIfDraft[] }>(`/api/what-if/drafts?tenantId=${weak.id}`);
  expect(drafts.items).toHaveLength(1);
  const approvals = await api.get<{ items: Approval[] }>('/api/admin/approvals?type=system_change');
  // Another file may have asked for a change of its own.
  expect(approvals.items.filter(({ draftId }) => draftId !== undefined)).toMatchObject([
    { draftId: drafts.items[0]?.id, issue: expect.stringContaining('Approving changes nothing in Microsoft 365') },
  ]);
  await page.goto('/admin/approvals?view=list&type=system_change');
  await page.getByRole('link', { name: 'Conditional Access: MFA for everybody' }).first().click();
  await expect(page.getByRole('region', { name: 'What it would do' })).toContainText('findings would close');
  await page.getByRole('link', { name: 'Open the draft and its forecast' }).click();
  await expect(page.getByRole('region', { name: 'Policies of MFA for everybody' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Forecast in figures' })).toContainText(/\+\d/);
  expect(await violations(page)).toEqual([]);
});

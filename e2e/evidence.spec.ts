import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { loopbackAuthority, loopbackCertificate } from '../api/src/adapters/dns/testing/loopback-authority.ts';
import { openPack } from '../api/src/domain/evidence/open-pack.ts';
import { startAuthorityServer } from '../api/src/domain/evidence/testing/authority-server.ts';
import { ROOT } from '../local/build-outputs.ts';
import { startStack } from '../local/stack/start-stack.ts';
import { violations } from './axe.ts';
import { clickTwice, demonstration, expect, test as signedInTest } from './signed-in-test.ts';

type Stamping = {
  loopback: ReturnType<typeof loopbackAuthority>;
  stamping: Awaited<ReturnType<typeof startAuthorityServer>>;
};

/** On a stack whose guarded requests may reach services at localhost, with a time stamp authority there. */
const test = signedInTest.extend<object, Stamping>({
  loopback: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const loopback = loopbackAuthority();
      await use(loopback);
      loopback.remove();
    },
    { scope: 'worker' },
  ],
  stamping: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const server = await startAuthorityServer(loopbackCertificate);
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ loopback }, use) => {
      const stack = await startStack({ LOOPBACK_SERVICES_CA: loopback.file }, ['--no-build']);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;
const tag = '@compliance';

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Evidence packs' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

type Ran = { code: number | null; said: string };

/** Runs the command of the README on a file, as an auditor does. */
const verify = (...args: string[]): Promise<Ran> => run(join(ROOT, 'api/src/cli/verify-evidence.ts'), ...args);

async function run(...command: string[]): Promise<Ran> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

test(
  'a pack is made once, downloaded, verified, tampered with, and verified again',
  { tag },
  async ({ page }, info) => {
    await page.goto(`/compliance?tenantId=${weak.id}&framework=essential-eight`);
    await page.getByRole('button', { name: 'Evidence pack' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make evidence pack' });
    await expect(dialog.getByLabel('Framework')).toHaveValue('essential-eight');
    await clickTwice(dialog.getByRole('button', { name: 'Make pack' }));
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('Ready', { timeout: 60_000 });
    await expect(rows(page).first()).toContainText(/Essential Eight.*Redacted.*by ada.*Signed, no time stamp/);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download: Essential Eight/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^Evidence_${weak.name}_essential-eight_\\d{4}-\\d\\d-\\d\\d\\.zip$`),
    );
    const pack = info.outputPath('pack.zip');
    await download.saveAs(pack);

    const installation = new URL(page.url()).origin;
    const whole = await verify(pack, '--installation', installation);
    expect(whole.said).toMatch(
      /^Whole: 9 files[\s\S]*It is a key of http[\s\S]*Judged again: the same \d+ verdicts and 126 controls/,
    );
    expect(whole.code).toBe(0);

    // The tool in the pack judges its snapshot again, with Node alone.
    const { files } = await openPack(await readFile(pack));
    for (const name of ['evaluate.mjs', 'snapshot.json']) await writeFile(info.outputPath(name), files.get(name) ?? '');
    const judged = await run(info.outputPath('evaluate.mjs'), '--snapshot', info.outputPath('snapshot.json'));
    const told = JSON.parse(files.get('verdicts.json')?.toString('utf8') ?? '') as { verdicts: unknown[] };
    expect((JSON.parse(judged.said) as { verdicts: unknown[] }).verdicts).toEqual(told.verdicts);

    const bytes = await readFile(pack);
    const at = Math.floor(bytes.length / 3);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const changed = info.outputPath('changed.zip');
    await writeFile(changed, bytes);
    const tampered = await verify(changed, '--installation', installation);
    expect([tampered.code, tampered.said]).toEqual([1, expect.stringMatching(/^NOT WHOLE: /)]);

    expect(await verify(pack, '--installation', installation)).toEqual(whole);
  },
);

test(
  'a pack is stamped by the authority that an administrator named, which the command verifies by its root',
  {
    tag,
  },
  async ({ page, stamping }, info) => {
    await page.goto('/admin/settings');
    const card = page.getByRole('region', { name: 'Time stamp of evidence packs' });
    await card.getByRole('button', { name: 'Edit time stamp' }).click();
    const form = page.getByRole('dialog', { name: 'Time stamp of evidence packs' });
    await form.getByLabel('Address of the authority').fill(stamping.address);
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText(stamping.address);

    await page.goto(`/compliance?tenantId=${weak.id}&framework=cmmc-level-1`);
    await page.getByRole('button', { name: 'Evidence pack' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make evidence pack' });
    await dialog.getByRole('radio', { name: /^Whole snapshot/ }).check();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make pack' }).click();
    await expect(rows(page).first()).toContainText(/CMMC Level 1.*Whole snapshot.*Signed, with a time stamp/, {
      timeout: 60_000,
    });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download: CMMC Level 1/ }).click();
    const pack = info.outputPath('stamped.zip');
    await (await downloading).saveAs(pack);
    const root = info.outputPath('root.pem');
    await writeFile(root, stamping.rootPem);
    const verified = await verify(pack, '--installation', new URL(page.url()).origin, '--tsa-ca', root);
    expect(verified.said).toMatch(/Time stamp: \S+ by CN=Test authority\. Its certificate leads to a trusted one\./);
    expect(verified.code).toBe(0);
    expect(stamping.queries.map(({ length }) => length < 100)).toEqual([true]);
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '../local/build-outputs.ts';
import { clickTwice, demonstration, expect, test } from './signed-in-test.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const { weak } = demonstration;
const tag = '@compliance';

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Evidence packs' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Runs the command of the README on a file, as an auditor does. */
async function verify(...args: string[]): Promise<{ code: number | null; said: string }> {
  const command = join(ROOT, 'api/src/cli/verify-evidence.ts');
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
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
      /^Whole: 8 files[\s\S]*It is a key of http[\s\S]*Judged again: the same \d+ verdicts and 126 controls/,
    );
    expect(whole.code).toBe(0);

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

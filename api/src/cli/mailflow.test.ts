import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contosoZone, policyText } from '../mailflow/testing/contoso.ts';

const entry = fileURLToPath(new URL('./mailflow.ts', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailflow-'));
  writeFileSync(join(folder, 'zone.json'), `\uFEFF${JSON.stringify(contosoZone())}`);
  writeFileSync(join(folder, 'bad.json'), '{"a": {"TXT": [1]}}');
  writeFileSync(join(folder, 'policy.txt'), policyText);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], { cwd: folder });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

describe('the mail flow command', () => {
  it('prints the whole result of a domain', async () => {
    const { code, out, err } = await run([
      'Contoso.com',
      '--zone',
      'zone.json',
      '--mta-sts-policy',
      'policy.txt',
      '--now',
      '2026-11-20',
    ]);
    expect([code, err]).toEqual([0, '']);
    const result = JSON.parse(out);
    expect(result).toMatchObject({
      domain: 'contoso.com',
      status: 'pass',
      score: 100,
      checkedAt: '2026-11-20T00:00:00.000Z',
    });
    const keys = [
      'domain',
      'status',
      'spf',
      'dmarc',
      'dkim',
      'mx',
      'mtaSts',
      'tlsRpt',
      'bimi',
      'dnssec',
      'provider',
      'score',
      'issues',
      'recommendations',
    ];
    expect(Object.keys(result)).toEqual(expect.arrayContaining(keys));
    expect(Object.keys(result.spf)).toEqual(
      expect.arrayContaining(['class', 'reason', 'record', 'lookups', 'voids', 'tree']),
    );
    expect(Object.keys(result.dmarc)).toEqual(
      expect.arrayContaining([
        'found',
        'location',
        'valid',
        'p',
        'sp',
        'np',
        'policy',
        'applied',
        'orgDomain',
        'queries',
        'warnings',
        'errors',
      ]),
    );
  });
  it('goes by what the caller says about a domain without MX', async () => {
    const published = async (...args: string[]) => {
      const { out } = await run(['parked.example', '--zone', 'zone.json', ...args]);
      const { targets } = JSON.parse(out) as { targets: { type: string; name: string; value: string | null }[] };
      return targets.map(({ name, type, value }) => `${name} ${type} ${value}`);
    };
    const dmarc = '_dmarc.parked.example TXT v=DMARC1; p=reject';
    expect(await published()).toEqual(['parked.example TXT null', dmarc]);
    expect(await published('--sends', 'none')).toEqual([
      'parked.example TXT v=spf1 -all',
      dmarc,
      'parked.example MX 0 .',
    ]);
  });
  it('turns names in other scripts into A-labels', async () => {
    const { out } = await run(['Bücher.example', '--zone', 'zone.json']);
    expect(JSON.parse(out)).toMatchObject({
      domain: 'xn--bcher-kva.example',
      spf: { class: 'none', reason: 'no_record' },
    });
  });
  it('reads lines and answers each with its id, in order; a bad line does not stop the rest', async () => {
    const lines = [
      JSON.stringify({ id: 'one', domain: 'contoso.com', zone: contosoZone(), mtaStsPolicy: policyText }),
      'garbage',
      '',
      '[1]',
      'null',
      JSON.stringify({ id: 3, domain: 'contoso.com', zone: { a: 1 } }),
      JSON.stringify({ id: 4 }),
      JSON.stringify({ id: 5, domain: 'contoso.com', zone: {}, mtaStsPolicy: 1 }),
      JSON.stringify({ id: { six: 6 }, domain: '[192.0.2.1]', zone: {} }),
    ];
    const { code, out } = await run(['--stdin'], lines.join('\r\n'));
    const results = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(results.map(({ id, status, error }) => [id, status ?? error])).toEqual([
      ['one', 'pass'],
      [null, expect.stringContaining('the line is not JSON')],
      [null, 'domain is not a text'],
      [null, 'the line is not a JSON object'],
      [3, 'zone: a is not an object of record types'],
      [4, 'domain is not a text'],
      [5, 'mtaStsPolicy is not a text'],
      [{ six: 6 }, 'fail'],
    ]);
    expect(results[0].score).toBe(100);
    expect(results[7].spf).toMatchObject({ class: 'none', reason: 'invalid_domain' });
  });
  it.each([
    [[], 'usage: npm run mailflow'],
    [[' '], 'usage: npm run mailflow'],
    [['a.example', 'b.example'], 'usage: npm run mailflow'],
    [['--stdin', 'a.example'], 'usage: npm run mailflow'],
    [['--stdin', '--zone', 'zone.json'], 'usage: npm run mailflow'],
    [['--stdin', '--sends', 'none'], 'usage: npm run mailflow'],
    [['a.example', '--zone', 'zone.json', '--sends', 'maybe'], 'sends must be none, microsoft365, other'],
    [['a.example', '--nonsense'], "Unknown option '--nonsense'"],
    [['a.example', '--zone', 'gone.json'], 'cannot read gone.json'],
    [['a.example', '--zone', 'policy.txt'], 'policy.txt is not JSON'],
    [['a.example', '--zone', 'bad.json'], 'zone: a TXT is not a list of TXT values'],
    [['a.example', '--zone', 'zone.json', '--now', 'later'], '--now later is no date'],
    [['a.example', '--zone', 'zone.json', '--mta-sts-policy', 'gone.txt'], 'cannot read gone.txt'],
  ])('%j: exit 2', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });
});

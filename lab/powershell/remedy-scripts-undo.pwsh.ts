import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPowerShell } from './powershell-session.ts';
import { openRemedyPlace } from './testing/remedy-place.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const shell = openPowerShell();
let place: Awaited<ReturnType<typeof openRemedyPlace>>;
beforeEach(async () => {
  place = await openRemedyPlace(shell);
});
afterEach(() => place.close());
afterAll(() => shell.close());

const scriptOf = async (id: string) => place.script(id, weak, await place.facts(weak));

describe('the before-image', () => {
  test('is readable by whoever runs the script alone, and nothing half written is left beside it', async () => {
    const script = await scriptOf('restrict-guests');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const image = place.image(weak, script);
    expect(statSync(image).mode & 0o077).toBe(0);
    expect(existsSync(`${image}.new`)).toBe(false);
  });

  test('of another tenant, another remedy or of no script at all is refused, and a path of another host gets no token', async () => {
    const script = await scriptOf('restrict-guests');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const state = await place.state(weak);
    const image = place.image(weak, script);
    const kept = JSON.parse(readFileSync(image, 'utf8'));
    const undoWith = async (content: unknown) => {
      writeFileSync(image, JSON.stringify(content));
      const { code, output } = await place.run(script, weak, { Undo: true });
      expect(code).toBe(1);
      expect(await place.state(weak)).toEqual(state);
      return output;
    };
    const another = { ...kept, tenantId: '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02' };
    expect(await undoWith(another)).toContain('of another tenant or another remedy');
    expect(await undoWith({ ...kept, remedy: 'tidy-policies' })).toContain('of another tenant or another remedy');
    expect(await undoWith([1])).toContain('is no file that -Apply wrote');
    const elsewhere = kept.changes.map((one: object) => ({ ...one, path: 'https://example.com/v1.0/x' }));
    expect(await undoWith({ ...kept, changes: elsewhere })).toContain('another host');
  });

  test('under a name of one’s own is put away once all is as it was, and -Undo does nothing twice', async () => {
    const script = await scriptOf('restrict-guests');
    const Image = join(place.folder, 'kept-here');
    expect((await place.run(script, weak, { Apply: true, Image })).code).toBe(0);
    expect((await place.run(script, weak, { Undo: true, Image })).code).toBe(0);
    expect([existsSync(Image), existsSync(`${Image}.undone.json`)]).toEqual([false, true]);
    const twice = await place.run(script, weak, { Undo: true, Image });
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('nothing is known that could be taken')]);
  });
});

describe('-Undo', () => {
  test('takes the others back where somebody deleted one since, and says so', async () => {
    const members = await place.members(weak);
    place.shareMailboxes(
      weak,
      members.map(({ mail }) => mail),
    );
    const script = await scriptOf('block-shared-mailbox-sign-in');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const [gone, ...others] = members.map(({ id }) => id);
    await place.remove(weak, gone ?? '');
    const undone = await place.run(script, weak, { Undo: true });
    expect([undone.code, undone.output]).toEqual([0, expect.stringContaining('but for 1 that somebody deleted')]);
    expect(await place.enabled(weak, others)).toEqual([true, true]);
  });

  test('with -Only is refused: it takes back all', async () => {
    const script = await scriptOf('restrict-guests');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const state = await place.state(weak);
    expect((await place.run(script, weak, { Undo: true, Only: ['somebody'] })).code).toBe(1);
    expect(await place.state(weak)).toEqual(state);
  });

  test('that breaks off goes on where it was, and one that Microsoft does not carry out is not told as done', async () => {
    const before = await place.state(weak);
    const script = await scriptOf('restrict-app-consent');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    place.cloud.faults.set({ kind: 'status', method: 'PUT', pathPrefix: '/policies', status: 500, times: 1 });
    const broken = await place.run(script, weak, { Undo: true });
    expect([broken.code, broken.output.match(/^taken back /gm)?.length]).toEqual([1, script.steps.length - 1]);
    place.cloud.faults.set({ kind: 'status', method: 'PUT', pathPrefix: '/policies', status: 200, body: {}, times: 1 });
    const taken = await place.run(script, weak, { Undo: true });
    expect([taken.code, taken.output]).toEqual([1, expect.stringContaining('took it and does not show it')]);
    const undone = await place.run(script, weak, { Undo: true });
    expect([undone.code, undone.output]).toEqual([0, expect.stringContaining('All is as it was.')]);
    expect(await place.state(weak)).toEqual(before);
  });

  test('finds by its name what was made and whose answer was lost', async () => {
    const before = await place.state(weak);
    const script = await scriptOf('block-insider-risk');
    place.cloud.faults.set({ kind: 'truncate', method: 'POST', pathPrefix: '/identity', times: 1 });
    const lost = await place.run(script, weak, { Apply: true });
    expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('It broke off.')]);
    expect(await place.state(weak)).not.toEqual(before);
    const undone = await place.run(script, weak, { Undo: true });
    expect([undone.code, undone.output]).toEqual([0, expect.stringContaining('All is as it was.')]);
    expect(await place.state(weak)).toEqual(before);
  });

  test('asks for what the file needs, whatever the script that runs it is about; with -WhatIf to read alone', async () => {
    const before = await place.state(weak);
    const script = await scriptOf('limit-sessions');
    expect(script.writes).toContain('SharePointTenantSettings.ReadWrite.All');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const image = JSON.parse(readFileSync(place.image(weak, script), 'utf8'));
    expect(image.changes).toHaveLength(script.steps.length);
    // What is open then are the policies in report-only: the next script is about these alone.
    const next = await scriptOf('limit-sessions');
    expect(next.writes).not.toContain('SharePointTenantSettings.ReadWrite.All');
    const shown = await place.run(next, weak, { Undo: true, WhatIf: true });
    expect([shown.code, shown.output]).toEqual([0, expect.stringMatching(/^asks for(?!.*ReadWrite)/m)]);
    expect((await place.run(next, weak, { Undo: true })).code).toBe(0);
    expect(await place.state(weak)).toEqual(before);
  });
});

test('a second -Apply after one that broke off changes nothing until its file is put away, and then does the rest', async () => {
  const script = await scriptOf('restrict-app-consent');
  place.cloud.faults.set({ kind: 'status', method: 'PATCH', pathPrefix: '/policies', status: 500, times: 1 });
  expect((await place.run(script, weak, { Apply: true })).code).toBe(1);
  const image = place.image(weak, script);
  const kept = readFileSync(image, 'utf8');
  const state = await place.state(weak);
  const second = await place.run(script, weak, { Apply: true });
  expect([second.code, second.output]).toEqual([1, expect.stringContaining('holds what an earlier -Apply changed')]);
  expect(await place.state(weak)).toEqual(state);
  expect(readFileSync(image, 'utf8')).toBe(kept);
  const Image = join(place.folder, 'rest.json');
  const rest = await place.run(script, weak, { Apply: true, Image });
  expect([rest.code, rest.output.match(/^changed /gm)?.length]).toEqual([0, script.steps.length - 1]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutServerFields } from './endpoint-summaries-plugin.ts';

const folder = join(import.meta.dirname, '../contract/src');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;

test('the pages carry no summary of an endpoint and nothing about tokens and clients, and all else of the contract', () => {
  let inAll = 0;
  for (const name of files) {
    const code = readFileSync(join(folder, name), 'utf8');
    const kept = withoutServerFields(code);
    const declared = count(code, /= defineEndpoint\(/g);
    const lines = count(kept, /^ {2}(name|method|path|access): /gm);
    expect([name, lines]).toEqual([name, count(code, /^ {2}(name|method|path|access): /gm)]);
    expect([name, count(code, /\bsummary:/g) - count(kept, /\bsummary:/g)]).toEqual([name, declared]);
    expect([name, count(kept, /^ {2}(token: '|client: true|statuses: \[)/gm)]).toEqual([name, 0]);
    inAll += declared;
  }
  expect(inAll).toBeGreaterThan(100);
});

test('a label of the same name stays', () => {
  const code = "const labels = {\n  short: 'Short report',\n  summary: 'Management summary',\n};\n";
  const endpoint =
    "export const one = defineEndpoint({\n  name: 'one',\n  summary: 'Tells one',\n  method: 'GET',\n});\n";
  expect(withoutServerFields(code + endpoint + code)).toBe(
    code + endpoint.replace("\n  summary: 'Tells one',", '') + code,
  );
});

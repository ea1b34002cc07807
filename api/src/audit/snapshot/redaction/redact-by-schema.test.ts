import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { people } from '../../facts/account-facts.ts';
import { type DatasetName, datasets } from '../../facts/datasets.ts';
import { RoleFacts } from '../../facts/role-facts.ts';
import { id, marks, type SchemaOf } from '../../facts/schema-parts.ts';
import { redactBySchema } from './redact-by-schema.ts';
import { createTexts } from './texts.ts';

/** Paths to texts, or forms that could hold them, of which no mark says what they tell of a tenant. */
function unmarked(schema: z.core.$ZodType, path: string): string[] {
  if (marks.has(schema as SchemaOf<unknown>)) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([key, part]) => unmarked(part, `${path}.${key}`));
  if (def.type === 'array') return unmarked(def.element, `${path}[]`);
  if (def.type === 'tuple') return def.items.flatMap((part, index) => unmarked(part, `${path}[${index}]`));
  if (def.type === 'nullable' || def.type === 'optional') return unmarked(def.innerType, path);
  if (def.type === 'record') return [...unmarked(def.keyType, `${path}{key}`), ...unmarked(def.valueType, `${path}{}`)];
  return ['number', 'boolean', 'enum', 'literal'].includes(def.type) ? [] : [`${path} (${def.type})`];
}

describe('every text of a dataset has a mark that says what it tells of a tenant', () => {
  test.each(Object.keys(datasets) as DatasetName[])('%s', (name) => {
    expect(unmarked(datasets[name].value, name)).toEqual([]);
  });

  test('a text without one is found wherever it stands', () => {
    const schema = z.object({
      id,
      plain: z.string(),
      list: z.array(z.object({ inner: z.optional(z.nullable(z.string())) })),
      pair: z.tuple([id, z.string()]),
      byName: z.record(z.string(), z.number()),
      anything: z.unknown(),
    });
    expect(unmarked(schema, 'x')).toEqual([
      'x.plain (string)',
      'x.list[].inner (string)',
      'x.pair[1] (string)',
      'x.byName{key} (string)',
      'x.anything (unknown)',
    ]);
  });
});

const texts = createTexts(Buffer.alloc(32, 5));

test('a text without a mark is refused, never handed on', () => {
  expect(() => redactBySchema(z.object({ note: z.string() }), { note: 'Contoso' }, texts)).toThrow(/no mark/);
});

test('what the schema does not have is left out', () => {
  const value = { count: 1, listed: [{ id: 'a', name: 'Bela', phone: '+44 20 7946 0958' }], owner: 'Contoso' };
  expect(JSON.stringify(redactBySchema(people, value, texts))).not.toMatch(/phone|owner|Contoso|Bela|7946/);
});

test('the same account has the same stand-in in each dataset, and who holds a role is called by its kind', () => {
  const holding = { roleTemplateId: 'r', roleName: 'Desk Lead', upn: null, viaGroupId: null, eligible: false };
  const value: RoleFacts = {
    holdings: [
      { ...holding, principalId: 'a', principalType: 'user', name: 'Bela' },
      { ...holding, principalId: 'g', principalType: 'group', name: 'Night desk' },
      { ...holding, principalId: 's', principalType: 'servicePrincipal', name: 'Backup' },
    ],
    accounts: [{ id: 'a', name: 'Bela', upn: null, enabled: true, guest: false, synced: null }],
    unresolvedGroups: [],
    eligibility: 'read',
  };
  const redacted = redactBySchema(RoleFacts, value, texts);
  const [user, group, application] = redacted.holdings;
  expect(user).toMatchObject({ principalId: redacted.accounts[0]?.id, name: redacted.accounts[0]?.name });
  expect([user?.name, group?.name, application?.name, user?.roleName]).toEqual([
    expect.stringMatching(/^User \d+$/),
    expect.stringMatching(/^Group \d+$/),
    expect.stringMatching(/^Application \d+$/),
    expect.stringMatching(/^Role \d+$/),
  ]);
});

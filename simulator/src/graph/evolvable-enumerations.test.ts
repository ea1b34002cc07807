import { expect, test } from 'vitest';
import { goodProfile } from '../profiles/good-profile.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { listOf, openGraphSession } from '../testing/graph-session.ts';
import { withoutLaterMembers } from './evolvable-enumerations.ts';

const preferred = { prefer: 'include-unknown-enum-members' };

test('a member that was added later reads unknownFutureValue, in lists and below them too', () => {
  const policy = {
    grantControls: { builtInControls: ['mfa', 'riskRemediation'], operator: 'AND' },
    conditions: { platforms: { includePlatforms: ['linux', 'iOS'] } },
    displayName: 'linux',
  };
  expect(withoutLaterMembers({ value: [policy] })).toEqual({
    value: [
      {
        grantControls: { builtInControls: ['mfa', 'unknownFutureValue'], operator: 'AND' },
        conditions: { platforms: { includePlatforms: ['unknownFutureValue', 'iOS'] } },
        displayName: 'linux',
      },
    ],
  });
});

test('only who asks for later members gets them, alone and in a batch', async () => {
  const cloud = createSimulatedCloud({ now: () => new Date('2026-11-20T12:00:00Z') });
  const session = await openGraphSession(cloud, goodProfile.id);
  const path = '/identity/conditionalAccess/policies';
  const [policy] = listOf(await session.get(path, preferred));
  cloud.changeTenant(goodProfile.id, {
    kind: 'policy',
    policyId: String(policy?.id),
    set: { grantControls: { operator: 'AND', builtInControls: ['riskRemediation'] } },
  });
  const controlsIn = (body: unknown) => Object(body).value[0].grantControls.builtInControls;
  expect(controlsIn((await session.get(path)).body)).toEqual(['unknownFutureValue']);
  expect(controlsIn((await session.get(path, preferred)).body)).toEqual(['riskRemediation']);
  const { body } = await session.post('/$batch', {
    requests: [
      { id: 'plain', method: 'GET', url: path },
      { id: 'preferred', method: 'GET', url: path, headers: { Prefer: 'include-unknown-enum-members' } },
    ],
  });
  const answers: { body: unknown }[] = Object(body).responses;
  expect(answers.map((answer) => controlsIn(answer.body))).toEqual([['unknownFutureValue'], ['riskRemediation']]);
});

import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { saveCredentials } from './connections.ts';

it('credentials are simulated where nobody says otherwise', () => {
  const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
  const saved = z.parse(saveCredentials.body, { clientId: id, clientSecret: 'a secret', tenantId: id });
  expect(saved.useMock).toBe(true);
});

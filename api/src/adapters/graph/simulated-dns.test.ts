import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulatedMailInProcess, simulatedMailOverHttp } from './simulated-dns.ts';

const domain = 'alderwickclinic.example';

describe('the mail domains of simulated tenants', () => {
  const cloud = createSimulatedCloud({ now: () => new Date('2026-11-20T12:00:00Z') });
  let server: Awaited<ReturnType<typeof startSimulatorServer>>;
  beforeAll(async () => {
    server = await startSimulatorServer({ cloud, port: 0 });
  });
  afterAll(() => server.close());

  it('are the same within the process and over HTTP', async () => {
    const [here, there] = [simulatedMailInProcess(cloud.dns), simulatedMailOverHttp(server.url)];
    for (const type of ['TXT', 'MX', 'A', 'AAAA', 'NS', 'CNAME', 'DS', 'PTR', 'TLSA'] as const)
      expect(await there.dns.resolve(domain, type)).toEqual(await here.dns.resolve(domain, type));
    for (const name of [domain, 'absent.example'])
      expect(await there.fetchPolicy(name)).toEqual(await here.fetchPolicy(name));
    expect(await here.fetchPolicy(domain)).toMatchObject({ status: 'ok', text: expect.stringContaining('enforce') });
    expect(await here.fetchPolicy('absent.example')).toMatchObject({ status: 'notFound' });
  });

  it('are not known where the simulator does not answer', async () => {
    const gone = simulatedMailOverHttp('http://127.0.0.1:1');
    expect((await gone.dns.resolve(domain, 'TXT')).status).toBe('servfail');
    expect((await gone.fetchPolicy(domain)).status).toBe('failed');
  });
});

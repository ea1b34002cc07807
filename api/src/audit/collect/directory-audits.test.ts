import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { describe, expect, it } from 'vitest';
import { type GraphClient, GraphError } from '../../ports/graph.ts';
import { catalog } from '../checks/catalog.ts';
import { simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectFacts } from './collect-facts.ts';
import { collectDirectoryAudits } from './directory-audits.ts';

const since = new Date('2026-11-01T00:00:00.500Z');
const entry = { activityDateTime: '2026-11-05T10:00:00Z', category: 'Policy', activityDisplayName: 'Update policy' };

function graphOf(pagesOf: (path: string) => readonly (readonly unknown[])[]): GraphClient & { asked: string[] } {
  const asked: string[] = [];
  const unused = () => Promise.reject(new Error('not asked for'));
  return {
    asked,
    calls: 0,
    get: unused,
    batch: unused,
    hunt: unused,
    permissions: unused,
    async *pages(path) {
      asked.push(decodeURIComponent(path));
      yield* pagesOf(path);
    },
  };
}
const collect = (graph: GraphClient) => collectDirectoryAudits(since)({ graph, now: testNow, signal: undefined });

describe('the directory audit log', () => {
  it('is asked for settings and roles since a moment, newest first', async () => {
    const graph = graphOf(() => [[entry]]);
    expect((await collect(graph)).value).toMatchObject({ since: '2026-11-01T00:00:00Z', complete: true });
    const [path] = graph.asked;
    expect(path).toContain("activityDateTime ge 2026-11-01T00:00:00Z and (category eq 'Policy' or ");
    expect(path).toContain('$orderby=activityDateTime desc');
  });

  it('is read for three pages, and says that there are more', async () => {
    let given = 0;
    const page = () => {
      given += 1;
      return [entry];
    };
    const graph = graphOf(() => []);
    graph.pages = async function* () {
      for (;;) yield page();
    };
    const { value } = await collect(graph);
    expect(value).toMatchObject({ complete: false });
    expect(value.entries).toHaveLength(3);
    expect(given).toBe(4);
  });

  it('is asked for by the time alone where the filter is refused, and gives the same', async () => {
    const refusal = new GraphError({ status: 400, code: 'BadRequest', message: 'Invalid filter clause' });
    const graph = graphOf((path) => {
      if (path.includes('category')) throw refusal;
      return [[entry, { ...entry, category: 'UserManagement', activityDisplayName: 'Update user' }]];
    });
    expect((await collect(graph)).value.entries).toHaveLength(1);
    expect(graph.asked).toHaveLength(2);
  });

  it('is a dataset of its own that fails alone', async () => {
    const cloud = createSimulatedCloud({ now: () => testNow });
    const tenantId = cloud.tenants[0]?.id ?? '';
    cloud.faults.set({ pathPrefix: '/auditLogs/directoryAudits', kind: 'status', status: 403 });
    const graph = await simulatedGraph(cloud, tenantId);
    const options = { graph, now: testNow, done: {}, onDataset: async () => undefined };
    const facts = await collectFacts({ ...options, auditsSince: async () => since });
    expect(facts.directoryAudits).toMatchObject({ state: 'failed', reason: 'notPermitted' });
    expect(facts.users).toMatchObject({ state: 'ok' });
  });

  it('is read by no check, so that no verdict depends on it', () => {
    for (const { id, datasets, helpful = [] } of catalog)
      expect([...datasets, ...helpful], id).not.toContain('directoryAudits');
  });

  it('is not asked for where nobody wants it', async () => {
    const cloud = createSimulatedCloud({ now: () => testNow });
    const graph = await simulatedGraph(cloud, cloud.tenants[0]?.id ?? '');
    const options = { graph, now: testNow, done: {}, onDataset: async () => undefined };
    for (const auditsSince of [undefined, async () => null]) {
      const facts = await collectFacts({ ...options, ...(auditsSince && { auditsSince }) });
      expect(facts.directoryAudits).toBeUndefined();
    }
    expect(graph.paths.some((path) => path.includes('directoryAudits'))).toBe(false);
  });
});

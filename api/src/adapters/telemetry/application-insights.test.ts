import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ingestion, startIngestion } from '../../../testing/ingestion-double.ts';
import { telemetryOf } from '../../composition/telemetry.ts';
import { openApplicationInsights } from './application-insights.ts';

const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const hostSpan = 'b7ad6b7169203331';
const work = {
  kind: 'request',
  function: 'findings-list',
  requestId: 'call-1',
  traceParent: `00-${traceId}-${hostSpan}-01`,
} as const;

describe('what goes to Application Insights', () => {
  let ingestion: Ingestion;
  const failures: unknown[] = [];
  const open = () => {
    const { connectionString } = ingestion;
    const onError = (error: unknown) => failures.push(error);
    return telemetryOf(openApplicationInsights({ connectionString, identity: null, roleName: 'func-test', onError }));
  };
  beforeEach(async () => {
    failures.length = 0;
    ingestion = await startIngestion();
  });
  afterEach(() => ingestion.close());
  const ofType = (type: string) => ingestion.envelopes().filter(({ data }) => data.baseType === type);

  it('is a row for a request, beneath the span of the host, with the lines that it left', async () => {
    const telemetry = open();
    await telemetry.work(work, async () => {
      telemetry.note({ tenantId, role: 'admin', status: 200 });
      telemetry.log('The tokens were not refreshed', { tenantId, error: new Error('connect ECONNREFUSED') });
    });
    await telemetry.flush();
    const [line, record] = ofType('MessageData');
    expect(line?.data.baseData).toMatchObject({ message: 'The tokens were not refreshed', severityLevel: 'Warning' });
    expect(record?.data.baseData).toMatchObject({ message: 'A request was answered', severityLevel: 'Information' });
    const names = { function: 'findings-list', requestId: 'call-1', tenantId };
    expect(line?.data.baseData.properties).toMatchObject({ ...names, errorMessage: 'connect ECONNREFUSED' });
    expect(record?.data.baseData.properties).toMatchObject({ ...names, role: 'admin', outcome: 'succeeded' });
    const [span, ...more] = ofType('RemoteDependencyData');
    expect(more).toEqual([]);
    expect(span?.data.baseData).toMatchObject({ name: 'findings-list', success: true, properties: names });
    expect(span?.tags).toMatchObject({ 'ai.operation.id': traceId, 'ai.operation.parentId': hostSpan });
    expect(span?.tags['ai.cloud.role']).toBe('func-test');
    for (const one of [line, record]) expect(one?.tags['ai.operation.id']).toBe(traceId);
    await telemetry.close();
  });

  it('says that work failed, and why', async () => {
    const telemetry = open();
    const failing = telemetry.work({ ...work, kind: 'queue', function: 'scan-work' }, async () => {
      throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
    });
    await expect(failing).rejects.toThrow('scan-work failed. Why is in the log under the request id call-1.');
    await telemetry.flush();
    const properties = {
      outcome: 'failed',
      errorName: 'TypeError',
      errorCode: 'ECONNRESET',
      errorMessage: 'fetch failed',
    };
    const [record] = ofType('MessageData');
    expect(record?.data.baseData).toMatchObject({ message: 'A message failed', severityLevel: 'Error', properties });
    expect(record?.data.baseData.properties?.errorStack).toContain('application-insights.test.ts:');
    expect(ofType('RemoteDependencyData')[0]?.data.baseData).toMatchObject({ success: false, properties });
    await telemetry.close();
  });

  it('is each figure that is known, once for each probe, by its name', async () => {
    const telemetry = open();
    telemetry.gauges.record([
      { metric: 'scans.failed.hour', value: 3 },
      { metric: 'audit.trail.broken', value: null },
      { metric: 'secrets.ending', value: 0 },
    ]);
    await telemetry.flush();
    const figures = () => ofType('MetricData').flatMap(({ data }) => data.baseData.metrics ?? []);
    expect(figures()).toMatchObject([
      { name: 'scans.failed.hour', value: 3 },
      { name: 'secrets.ending', value: 0 },
    ]);
    // A process that no longer probes does not repeat what it once counted.
    await telemetry.flush();
    expect(figures()).toHaveLength(2);
    telemetry.gauges.record([{ metric: 'scans.failed.hour', value: 0 }]);
    await telemetry.flush();
    expect(figures().at(-1)).toMatchObject({ name: 'scans.failed.hour', value: 0 });
    await telemetry.close();
  });

  it('goes to the ingestion endpoint and nowhere else', async () => {
    const sockets: Socket[] = [];
    const keep = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', keep);
    const telemetry = open();
    telemetry.log('Retention forgot', { count: 1, part: 'scans' });
    await telemetry.close();
    unsubscribe('net.client.socket', keep);
    expect(new Set(ingestion.paths)).toEqual(new Set(['POST /v2.1/track']));
    expect(sockets.length).toBeGreaterThan(0);
    for (const { remotePort } of sockets) expect(ingestion.connectionString).toContain(`127.0.0.1:${remotePort}/`);
    expect(ingestion.envelopes().map(({ data }) => data.baseType)).toEqual(['MessageData']);
    expect(process.env.APPLICATION_INSIGHTS_NO_STATSBEAT).toBe('true');
  });

  it('is told of where it is refused', async () => {
    ingestion.refuse(400);
    const telemetry = open();
    telemetry.log('Retention forgot', { count: 1, part: 'scans' });
    await telemetry.flush();
    expect(failures).toHaveLength(1);
    await telemetry.close();
  });
});

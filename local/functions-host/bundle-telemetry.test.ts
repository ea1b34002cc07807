import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Envelope, startIngestion } from '../../api/testing/ingestion-double.ts';
import { type Bundle, buildBundle } from './testing/bundle-host.ts';

describe('the deployed bundle', () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await buildBundle('telemetry');
  });
  afterAll(() => bundle.remove());

  /** Asks for the document of the API without saying who asks, ends the host, and gives what the host printed, and the request id. */
  async function ask(settings: Record<string, string>): Promise<{ printed: string; requestId: string | null }> {
    const host = await bundle.start(settings);
    const answer = await fetch(`${host.url}/api/openapi.json`);
    const requestId = answer.headers.get('x-request-id');
    await answer.text();
    await host.stop();
    return { printed: host.printed(), requestId };
  }

  it('sends its records to Application Insights where that is set, and prints none', async () => {
    const ingestion = await startIngestion();
    const { printed, requestId } = await ask({ APPLICATIONINSIGHTS_CONNECTION_STRING: ingestion.connectionString });
    const message = (one: Envelope) => one.data.baseData.message ?? one.data.baseData.name;
    const ours = ingestion.envelopes().filter(({ data }) => data.baseData.properties?.requestId === requestId);
    expect(ours.map((one) => [one.data.baseType, message(one)]).toSorted()).toEqual([
      ['MessageData', 'A request was answered'],
      ['RemoteDependencyData', 'openapi'],
    ]);
    expect(printed).not.toContain('A request was answered');
    await ingestion.close();
  });

  it('prints its records as lines of JSON where nothing is set', async () => {
    const { printed, requestId } = await ask({});
    const lines = printed.split('\n').filter((line) => line.includes('"A request was answered"'));
    expect(lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toMatchObject([
      { level: 'info', function: 'openapi', requestId, status: 401, outcome: 'refused' },
    ]);
  });
});

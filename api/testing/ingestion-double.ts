import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** As Application Insights takes them in: a row of AppTraces, AppDependencies, AppMetrics or the like. */
export type Envelope = {
  name: string;
  tags: Record<string, string>;
  data: {
    baseType: string;
    baseData: {
      message?: string;
      name?: string;
      success?: boolean;
      metrics?: { name: string; value: number }[];
      properties?: Record<string, string>;
    };
  };
};

const key = '11111111-2222-4333-8444-555555555555';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** A double of Application Insights' ingestion endpoint: `POST /v2.1/track`, as Microsoft's exporter calls it. */
export async function startIngestion() {
  const paths: string[] = [];
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    void bodyOf(request).then((body) => {
      bodies.push(body);
      const items = (JSON.parse(body) as Envelope[]).length;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ itemsReceived: items, itemsAccepted: status === 200 ? items : 0, errors: [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    connectionString: `InstrumentationKey=${key};IngestionEndpoint=http://127.0.0.1:${port}/`,
    paths,
    /** As it came over the wire. */
    text: () => bodies.join('\n'),
    envelopes: (): Envelope[] => bodies.flatMap((body) => JSON.parse(body) as Envelope[]),
    refuse(with_: number): void {
      status = with_;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type Ingestion = Awaited<ReturnType<typeof startIngestion>>;

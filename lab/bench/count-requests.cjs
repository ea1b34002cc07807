// Loaded into a functions host: counts what it asks of whom, and writes that to COUNT_FILE whenever it gets SIGUSR2.
const { subscribe } = require('node:diagnostics_channel');
const { renameSync, writeFileSync } = require('node:fs');

const counts = new Map();
const bytesOf = (value) => Number(value ?? 0) || 0;

/** Both are paid by size: what is stored, and what is read. */
function count(method, host, sentBytes, readBytes) {
  const key = `${method} ${host}`;
  const known = counts.get(key) ?? { method, host, sizes: [] };
  known.sizes.push(['POST', 'PUT', 'PATCH'].includes(method) ? bytesOf(sentBytes) : bytesOf(readBytes));
  counts.set(key, known);
}

subscribe('http.client.response.finish', ({ request, response }) => {
  const header = (name) => `${request.getHeader(name) ?? ''}`.toLowerCase();
  // The emulator of Cosmos DB sends its clients to an address; its own kind of token tells it apart.
  const host = header('authorization').startsWith('type=aad') ? 'cosmos.documents.' : request.host;
  const isQuery = header('x-ms-documentdb-isquery') === 'true';
  const isPlan = header('x-ms-cosmos-is-query-plan-request') === 'true';
  const method = isPlan ? 'PLAN' : isQuery ? 'QUERY' : request.method;
  count(method, host, request.getHeader('content-length'), response.headers['content-length']);
});

process.on('SIGUSR2', () => {
  const partial = `${process.env.COUNT_FILE}.part`;
  writeFileSync(partial, JSON.stringify([...counts.values()]));
  counts.clear();
  renameSync(partial, process.env.COUNT_FILE);
});

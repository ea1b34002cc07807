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

// The storage account and Key Vault are asked by node:https ...
subscribe('http.client.response.finish', ({ request, response }) => {
  count(request.method, request.host, request.getHeader('content-length'), response.headers['content-length']);
});

// ... and Cosmos DB by fetch.
subscribe('undici:request:headers', ({ request, response }) => {
  const header = (list, name) => {
    const flat = Array.isArray(list) ? list.map(String) : `${list}`.split(/: |\r\n/);
    const at = flat.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
    return at < 0 ? undefined : flat[at + 1];
  };
  const isQuery = header(request.headers, 'x-ms-documentdb-isquery')?.toLowerCase() === 'true';
  const method = isQuery ? 'QUERY' : request.method;
  count(method, new URL(request.origin).host, request.contentLength, header(response.headers, 'content-length'));
});

process.on('SIGUSR2', () => {
  const partial = `${process.env.COUNT_FILE}.part`;
  writeFileSync(partial, JSON.stringify([...counts.values()]));
  counts.clear();
  renameSync(partial, process.env.COUNT_FILE);
});

// Loaded into a functions host: counts what it asks of whom, and writes that to COUNT_FILE whenever it gets SIGUSR2.
const { subscribe } = require('node:diagnostics_channel');
const { renameSync, writeFileSync } = require('node:fs');

const counts = new Map();
const bytesOf = (value) => Number(value ?? 0) || 0;

subscribe('http.client.response.finish', ({ request, response }) => {
  const isQuery = `${request.getHeader('x-ms-documentdb-isquery') ?? ''}`.toLowerCase() === 'true';
  const method = isQuery ? 'QUERY' : request.method;
  const key = `${method} ${request.host}`;
  const count = counts.get(key) ?? { method, host: request.host, sizes: [] };
  // What is stored, or what is read: a size for each, since both are paid by size.
  const size = ['POST', 'PUT', 'PATCH'].includes(method)
    ? bytesOf(request.getHeader('content-length'))
    : bytesOf(response.headers['content-length']);
  count.sizes.push(size);
  counts.set(key, count);
});

process.on('SIGUSR2', () => {
  const partial = `${process.env.COUNT_FILE}.part`;
  writeFileSync(partial, JSON.stringify([...counts.values()]));
  counts.clear();
  renameSync(partial, process.env.COUNT_FILE);
});

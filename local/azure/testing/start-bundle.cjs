// Loads the bundle as Microsoft's worker does, asks its health, and tells what was loaded on the way. Plain CommonJS
// without packages: it runs under each Node that Azure offers, and nothing but the bundle is in the answer.
const { writeFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { pathToFileURL } = require('node:url');

const loaded = [];
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));
registerHooks({
  resolve(specifier, context, next) {
    // The worker answers this one itself.
    const core = specifier === '@azure/functions-core';
    const resolved = core
      ? { url: pathToFileURL(`${__dirname}/core-double.cjs`).href, format: 'commonjs', shortCircuit: true }
      : next(specifier, context);
    loaded.push(resolved.url);
    return resolved;
  },
});
const core = require('./core-double.cjs');

async function askHealth() {
  const { metadata, callback } = core.functions.get('health-probe');
  const [name] = Object.keys(metadata.bindings);
  const http = { method: 'GET', url: 'https://tenantry.msp.example/api/health', body: null };
  const model = core.getProgrammingModel().getInvocationModel({
    invocationId: 'one',
    metadata,
    request: { invocationId: 'one', inputData: [{ name, data: { http } }], triggerMetadata: {} },
    log: () => undefined,
  });
  const { context, inputs } = await model.getArguments();
  const { returnValue } = await model.getResponse(context, await model.invokeFunction(context, inputs, callback));
  const { bytes, string } = returnValue.http.body;
  return {
    status: Number(returnValue.http.statusCode),
    body: JSON.parse(string ?? Buffer.from(bytes).toString('utf8')),
  };
}

async function main([bundle, answerFile]) {
  require(bundle);
  const health = await askHealth();
  const { moduleLoadList } = process;
  const functions = [...core.functions.keys()];
  const answer = { node: process.version, functions, health, loaded, warnings, moduleLoadList };
  writeFileSync(answerFile, JSON.stringify(answer));
  // Timers of the packages would keep the process alive.
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});

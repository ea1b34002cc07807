// Loads the bundle as Microsoft's worker would, with an `@azure/functions-core` that only counts, and tells how long
// that took. Plain CommonJS: nothing but Node and the bundle is in the figure.
const { Module } = require('node:module');

let registered = 0;
const core = {
  version: 'bench',
  hostVersion: 'bench',
  Disposable: class Disposable {},
  registerFunction() {
    registered += 1;
    return new core.Disposable();
  },
  registerHook: () => new core.Disposable(),
  setProgrammingModel() {
    return undefined;
  },
  getProgrammingModel: () => undefined,
  log() {
    return undefined;
  },
};
const original = Module.prototype.require;
Module.prototype.require = function (id) {
  return id === '@azure/functions-core' ? core : original.call(this, id);
};

const beforeMs = performance.now();
require(process.argv[2]);
const loadMs = performance.now() - beforeMs;
const rssMb = process.resourceUsage().maxRSS / 1024;
process.send({ loadMs, rssMb, registered }, () => process.exit(0));

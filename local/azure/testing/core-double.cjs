// What `require('@azure/functions-core')` gives while the bundle is loaded: it keeps what was registered.
const functions = new Map();
let model;

class Disposable {}

module.exports = {
  version: 'double',
  hostVersion: 'double',
  Disposable,
  functions,
  registerFunction(metadata, callback) {
    functions.set(metadata.name, { metadata, callback });
    return new Disposable();
  },
  registerHook: () => new Disposable(),
  setProgrammingModel(given) {
    model = given;
  },
  getProgrammingModel: () => model,
  log: () => undefined,
};

import { loadApp } from '../core-api.ts';

// A process of its own: a bundle reads the environment and composes itself while it is loaded.
const [bundlePath = ''] = process.argv.slice(2);
const app = await loadApp(bundlePath, () => undefined);
// The bundle's timers would keep it alive; an exit before the pipe has taken the text would cut it off.
process.stdout.write(JSON.stringify(app.functions.map(({ metadata }) => metadata)), () => process.exit(0));

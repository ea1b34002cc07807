import { appendFileSync } from 'node:fs';
import { app } from '@azure/functions';

// A function app that the tests of the host build and run. What happens in it goes, line by line, to SAMPLE_LOG.
function note(line: string): void {
  appendFileSync(process.env.SAMPLE_LOG ?? 'SAMPLE_LOG is not set', `${line}\n`);
}

app.hook.appStart(() => note('appStart'));
app.hook.appTerminate(() => note('appTerminate'));
app.hook.preInvocation((context) => {
  if (context.invocationContext.functionName === 'echo') note('preInvocation echo');
});

app.http('echo', {
  route: 'api/admin/echo/{id}',
  methods: ['GET', 'POST'],
  authLevel: 'anonymous',
  handler: async (request) => ({
    status: 201,
    headers: { 'x-answer': 'yes', 'set-cookie': 'plain=1' },
    cookies: [
      { name: 'sid', value: 'a b', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
      { name: 'gone', value: '', maxAge: 0 },
    ],
    jsonBody: {
      id: request.params.id,
      url: request.url,
      method: request.method,
      q: request.query.get('q'),
      header: request.headers.get('x-sent'),
      forwardedFor: request.headers.get('x-forwarded-for'),
      body: request.method === 'GET' ? null : await request.text(),
    },
  }),
});
app.http('nothing', {
  route: 'api/nothing',
  methods: ['GET'],
  authLevel: 'anonymous',
  // What a handler without a return gives at run time; the types ask for null here.
  handler: () => JSON.parse('null'),
});
app.http('fails', {
  route: 'api/fails',
  methods: ['GET'],
  authLevel: 'anonymous',
  handler: () => {
    throw new Error('inner secret');
  },
});
app.http('locked', { route: 'api/locked', methods: ['GET'], authLevel: 'function', handler: () => ({ body: 'open' }) });
app.http('slow', {
  route: 'api/slow',
  methods: ['GET'],
  authLevel: 'anonymous',
  handler: async () => {
    note('slow begins');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    note('slow ends');
    return { body: 'done' };
  },
});
app.timer('clockwork', {
  schedule: '0 0 3 * * *',
  handler: (timer) => note(`clockwork pastDue=${timer.isPastDue} last=${timer.scheduleStatus?.last}`),
});
app.storageQueue('work', {
  queueName: 'work',
  connection: 'AzureWebJobsStorage',
  handler: (message, context) => {
    note(`work ${JSON.stringify(message)} try=${context.triggerMetadata?.dequeueCount}`);
    if (message === 'poison') throw new Error('cannot do this');
  },
});

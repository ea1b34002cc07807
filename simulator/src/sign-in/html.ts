// Our own: five pages need escaping and nothing else of a template engine.

/** Markup that is safe as it stands; made by {@link html} alone. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function rendered(value: string | Markup | Markup[] | null): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((part) => part.text).join('');
  return value instanceof Markup ? value.text : escaped(value);
}

/** Template tag: every text put in is escaped, for element content and quoted attributes alike. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | Markup[] | null)[]): Markup {
  let text = parts[0] ?? '';
  values.forEach((value, index) => {
    text += rendered(value) + (parts[index + 1] ?? '');
  });
  return new Markup(text);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: #f2f2f2; color: #1b1b1b; }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border: 1px solid #c7c7c7; }
.banner { margin: 0; padding: .5rem 1rem; background: #4b3200; color: #fff; text-align: center; }
h1 { font-size: 1.4rem; margin-top: 0; }
h2 { font-size: 1.1rem; }
ul { list-style: none; padding: 0; }
li { margin: .5rem 0; }
ul.plain { list-style: disc; padding-left: 1.25rem; }
button, input { font: inherit; padding: .5rem .75rem; border: 1px solid #5c5c5c; border-radius: 2px; min-height: 2.75rem; box-sizing: border-box; overflow-wrap: anywhere; }
button { background: #fff; color: #1b1b1b; cursor: pointer; }
button.user { width: 100%; text-align: left; }
button.primary { background: #0b5cab; color: #fff; border-color: #0b5cab; }
input[type=radio] { min-height: auto; }
button:focus-visible, input:focus-visible { outline: 3px solid #0b5cab; outline-offset: 2px; }
small { display: block; color: #444; }
fieldset { border: 1px solid #c7c7c7; margin: 1rem 0; }
label { display: inline-block; margin-right: 1rem; }
.error { border-left: 4px solid #a80000; padding-left: .75rem; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1b1b; color: #f2f2f2; }
  main { background: #2b2b2b; border-color: #6b6b6b; }
  button, input { background: #1b1b1b; color: #f2f2f2; border-color: #a0a0a0; }
  small { color: #d0d0d0; }
}`;

/** A whole page. It runs no script and loads nothing; its forms may end in a redirect to the application. */
export function pageResponse(title: string, body: Markup, status = 200): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header class="banner">Simulated Microsoft sign-in: nothing here is Microsoft’s</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return new Response(page.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // No form-action: browsers hold it against the redirect to the application too.
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

// The two pages a person sees at the library's authorization server.
const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-inline-size: 24rem; margin: 3rem auto; padding: 0 1rem; }
  form { display: grid; gap: 0.75rem; }
  label { display: grid; gap: 0.25rem; }
  input, button { font: inherit; padding: 0.5rem 0.75rem; }
`;

/** @param {string} name `login` or `consent` @param {{ scope: string, home: string }} facts */
export function pageFor(name, { scope, home }) {
  const site = URL.canParse(home) ? new URL(home).host : 'a page';
  const form =
    name === 'login'
      ? `<h1>City library</h1>
        <p>Sign in with your card. This is a demo: any name will do, and nothing is kept.</p>
        <form method="post" id="login">
          <label>Name on the card <input name="account" value="ada" autocomplete="off" autofocus></label>
          <button name="answer" value="yes">Sign in</button>
          <button name="answer" value="no">Cancel</button>
        </form>`
      : `<h1>May ${text(site)} use your card?</h1>
        <p>It asks for:</p>
        <ul>${scope
          .split(' ')
          .filter(Boolean)
          .map((one) => `<li><code>${text(one)}</code></li>`)
          .join('')}</ul>
        <form method="post" id="consent">
          <button name="answer" value="yes" autofocus>Allow</button>
          <button name="answer" value="no">Refuse</button>
        </form>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>City library</title>
    <style>${STYLE}</style>
  </head>
  <body>${form}</body>
</html>`;
}

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function text(words) {
  return words.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]);
}
